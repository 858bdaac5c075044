import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

/*
 * A browser that translates a page wraps each text node in an element that React did not render. React then fails where it removes such a
 * text, or inserts something before it, and the error screen follows. An element whose only child is text is safe: React sets its whole content.
 */

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const inside = (node: Node, key: string) => node[key] as Node

/** The alternatives of an expression that depends on a condition; itself if it does not. */
function alternativesOf(node: Node): Node[] {
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') return alternativesOf(inside(node, 'expression'))
  if (node.type === 'ConditionalExpression') return ['consequent', 'alternate'].flatMap((key) => alternativesOf(inside(node, key)))
  if (node.type === 'LogicalExpression') {
    return (node['operator'] === '&&' ? ['right'] : ['left', 'right']).flatMap((key) => alternativesOf(inside(node, key)))
  }
  return [node]
}

/** Properties of what a screen lists that are texts. */
const TEXTS = /^(join|label|title|text|lead)$/
const WORDS = /^(words|messages|\w+Words|\w+Messages|format\w+)$/

/** Whether an expression is text: written out, put together, or of the words of a screen. */
function isText(node: Node): boolean {
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return true
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
    case 'Identifier':
      return WORDS.test(String(node['name']))
    case 'MemberExpression':
      return TEXTS.test(String(inside(node, 'property')['name'])) || isText(inside(node, 'object'))
    case 'CallExpression':
      return isText(inside(node, 'callee'))
    default:
      return false
  }
}

const isLayout = (node: Node) =>
  (node.type === 'JSXText' && /^\s*$/.test(String(node['value'])) && String(node['value']).includes('\n')) ||
  (node.type === 'JSXExpressionContainer' && inside(node, 'expression').type === 'JSXEmptyExpression')

/** Whether an expression may be nothing, another element or any number of them. */
function isVariable(node: Node): boolean {
  const expression = node.type === 'JSXExpressionContainer' ? inside(node, 'expression') : node
  const alternatives = alternativesOf(expression)
  if (expression.type === 'LogicalExpression' && expression['operator'] === '&&') return true
  if (alternatives.length > 1) return !alternatives.every(isText)
  return (
    expression.type === 'CallExpression' &&
    /^(map|flatMap)$/.test(String((inside(expression, 'callee')['property'] as Node | undefined)?.['name']))
  )
}

const isChildren = (node: Node) => alternativesOf(node).some((one) => one.type === 'Identifier' && one['name'] === 'children')

/** The children of an element that React would remove as texts, or before which it may insert something. */
function unsafeChildren(node: Node): Node[] {
  const children = (node['children'] as Node[]).filter((child) => !isLayout(child))
  const texts = children.filter((child) => alternativesOf(child).some(isText))
  if (node.type === 'JSXFragment') return texts
  if (children.length < 2) return []
  const first = children.findIndex(isVariable)
  return children.filter(
    (child, at) =>
      (texts.includes(child) && (isVariable(child) || (first >= 0 && at > first))) || (isChildren(child) && first >= 0 && at > first),
  )
}

/** What the function of a component returns as text. */
function returnedTexts(body: Node): Node[] {
  if (/Function/.test(body.type)) return []
  if (body.type === 'ReturnStatement') return isNode(body['argument']) ? alternativesOf(body['argument']).filter(isText) : []
  return partsOf(body).flatMap(returnedTexts)
}

function componentsIn(node: Node): Node[] {
  const isNamed = (id: unknown) => isNode(id) && /^[A-Z][a-z]/.test(String(id['name']))
  if (node.type === 'FunctionDeclaration' && isNamed(node['id'])) return [inside(node, 'body')]
  if (
    node.type !== 'VariableDeclarator' ||
    !isNamed(node['id']) ||
    !isNode(node['init']) ||
    node['init'].type !== 'ArrowFunctionExpression'
  )
    return []
  return [inside(node['init'], 'body')]
}

function unsafeIn(node: Node): Node[] {
  const own = node.type === 'JSXElement' || node.type === 'JSXFragment' ? unsafeChildren(node) : []
  const returned = componentsIn(node).flatMap((body) =>
    body.type === 'BlockStatement' ? returnedTexts(body) : alternativesOf(body).filter(isText),
  )
  return [...own, ...returned, ...partsOf(node).flatMap(unsafeIn)]
}

test('no text stands where React would remove it by itself or insert something before it, so that a page can be translated', () => {
  const unsafe = globSync('app/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return unsafeIn(parseAst(source, { lang: 'tsx' }, file) as unknown as Node).map(({ start, end }) => {
      const line = source.slice(0, start).split('\n').length
      return `${file}:${line} ${source.slice(start, Number(end)).trim()}`
    })
  })

  expect(unsafe).toEqual([])
})

/** Ways to write a screen, and whether it may be translated. */
test.each([
  ['<p>{words.a}</p>', true],
  ['<p>{isOpen ? words.a : words.b}</p>', true],
  ['<p>{isOpen ? words.a : <b>b</b>}</p>', true],
  ['<p><span>{words.a}</span>{isOpen && <b>b</b>}</p>', true],
  ['<p>{words.a}{isOpen && <b>b</b>}</p>', true],
  ['<p>{isOpen && <b>b</b>}{words.a}</p>', false],
  ['<p>{list.map(show)} and</p>', false],
  ['<p><b>b</b>{isOpen && words.a}</p>', false],
  ['<p><b>b</b>{isOpen && ` ${a}`}</p>', false],
  ['<li>{isDone && <b>b</b>}{step.to ? <a>{step.label}</a> : step.label}</li>', false],
  ['<>{words.a}<b>b</b></>', false],
  ['<button>{busy && <i />}{children}</button>', false],
])('%s: %s', (jsx, isSafe) => {
  expect(unsafeIn(parseAst(`export const x = () => ${jsx}`, { lang: 'tsx' }) as unknown as Node).length === 0).toBe(isSafe)
})
