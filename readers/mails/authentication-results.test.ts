import { expect, test } from 'vitest'
import { readAuthenticationResults } from './authentication-results.ts'

/** Each result as 'method=result name=value ...'. */
const resultsOf = (value: string) =>
  readAuthenticationResults(value)?.results.map(({ properties }) => Array.from(properties, ([name, said]) => `${name}=${said}`).join(' '))

test.each<[string, string, string[]]>([
  ['one result', 'mx.example; dmarc=pass header.from=a.example', ['dmarc=pass header.from=a.example']],
  ['the version of the form', 'mx.example 1; spf=pass smtp.mailfrom=b@a.example', ['spf=pass smtp.mailfrom=b@a.example']],
  ['a quoted name of the server', '"mx.example"; dkim=pass header.d=a.example', ['dkim=pass header.d=a.example']],
  ['the version of a method', 'mx.example; dkim/1 = pass header.d = a.example', ['dkim/1=pass header.d=a.example']],
  ['blanks around each sign', 'mx.example ; dmarc = pass header . from = a.example', ['dmarc=pass header.from=a.example']],
  ['no results', 'mx.example; none', []],
  ['nothing at the end', 'mx.example; dmarc=pass header.from=a.example;', ['dmarc=pass header.from=a.example']],
  [
    'several results, comments and a reason',
    'mx.example;\t dkim=pass (2048-bit key; unprotected) reason="good (really)" header.d=a.example header.i=@a.example;' +
      ' spf=pass (mx.example: domain of b@a.example designates 192.0.2.1 (ours)) smtp.mailfrom=b@a.example; dmarc=pass(p=REJECT) header.from=A.example',
    [
      'dkim=pass reason=good (really) header.d=a.example header.i=@a.example',
      'spf=pass smtp.mailfrom=b@a.example',
      'dmarc=pass header.from=a.example',
    ],
  ],
  [
    'a quoted local part with signs',
    String.raw`mx.example; spf=pass smtp.mailfrom="b\"; dmarc=pass header.from=c.example; x=\""@a.example`,
    ['spf=pass smtp.mailfrom=b"; dmarc=pass header.from=c.example; x="@a.example'],
  ],
  [
    'a result in a comment of a comment',
    'mx.example; dmarc=fail (a (b) ; dmarc=pass header.from=c.example) header.from=a.example',
    ['dmarc=fail header.from=a.example'],
  ],
  [
    'an escaped bracket',
    String.raw`mx.example; dmarc=fail (\) ; dmarc=pass header.from=c.example) header.from=a.example`,
    ['dmarc=fail header.from=a.example'],
  ],
  ['words without a sign are no result', 'mx.example; dmarc=pass or not header.from=c.example; spf=none', ['spf=none']],
  ['a property that is given twice is no result', 'mx.example; dmarc=pass header.from=c.example header.from=a.example', []],
])('results are read by RFC 8601: %s', (_, value, results) => {
  expect(readAuthenticationResults(value)?.authserv).toBe('mx.example')
  expect(resultsOf(value)).toEqual(results)
})

test.each([
  ['a quotation mark that is not closed', 'mx.example; spf=pass smtp.mailfrom="b; dmarc=pass header.from=c.example'],
  ['a comment that is not closed', 'mx.example; spf=fail (b; dmarc=pass header.from=c.example'],
  ['a bracket that closes nothing', 'mx.example; spf=fail b); dmarc=pass header.from=c.example'],
  ['a quotation mark that ends in another comment', 'mx.example; spf=pass (of "b); dmarc=pass header.from=c.example (x"@a.example)'],
  ['another version', 'mx.example 2; dmarc=pass header.from=c.example'],
  ['words beside the name of the server', 'mx.example from=a.example; dmarc=pass header.from=c.example'],
  ['no name', '; dmarc=pass header.from=c.example'],
  ['nothing', ''],
])('a header that can be read in two ways, or in none, has no results: %s', (_, value) => {
  expect(readAuthenticationResults(value)).toBeUndefined()
})
