import { expect, test } from 'vitest'
import { html } from './html.ts'

test('what is inserted is escaped, once', () => {
  const hostile = `<a href="x" title='y'>&amp;</a>`

  expect(html`<p title="${hostile}">${html`<b>${hostile}</b>`}${[html`<br>`, html`${hostile}`]}</p>`.toString()).toBe(
    '<p title="&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;">' +
      '<b>&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;</b><br>' +
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;</p>',
  )
})
