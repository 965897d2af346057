// Pages of reports: the form, the answer to it, and the outcome. Like all pages of the link service they are small HTML
// without scripts (reports.test.ts).
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import { MAX_REPORT_NOTE, REPORT_REASONS } from '@fairturn/contract/reports'
import { type LinkTexts, linkTexts } from '../platform/texts/links.ts'
import { fillIn } from '../platform/texts/texts.ts'
import type { Link } from './link-cache.ts'
import { document, escape, legalLinks, type Page, SHARED_HEADERS, STYLE, styleSource } from './page.ts'
import { type Outcome, referenceOf } from './reports.store.ts'
import type { ReportProblem, SentReport } from './reports.ts'

interface PageOptions {
  readonly locale: Locale
  /** Of the member app, which has the imprint. */
  readonly origin: string
  readonly demo: boolean
}

const REPORT_STYLE = `${STYLE}
form,fieldset{display:grid;gap:8px;border:0;padding:0;min-width:0}
form{padding-top:8px}
legend,.label{padding:0;font-weight:700}
legend{margin-bottom:8px}
h2{font-size:15px}
fieldset{gap:4px}
.label{margin-top:8px}
fieldset label{display:grid;grid-template-columns:24px 1fr;gap:12px;align-items:center;min-height:44px}
input[type=radio]{width:20px;height:20px;margin:0 2px;accent-color:var(--action)}
textarea{width:100%;min-height:120px;padding:12px;border:1px solid var(--quiet);border-radius:12px;background:var(--surface);color:var(--ink);
font:inherit;font-size:16px;resize:vertical}
.problem{border:2px solid var(--award);border-radius:12px;padding:12px 16px;display:grid;gap:4px}
.bound{white-space:nowrap}
blockquote{margin:0;padding-left:12px;border-left:3px solid var(--line);white-space:pre-wrap}`
// Its forms go nowhere else: only Continue leaves this origin.
const REPORT_POLICY =
  `default-src 'none'; style-src ${styleSource(REPORT_STYLE)}; img-src data:; form-action 'self'; ` +
  `object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

/** As an integer stands in every text: 1 000. */
const COUNT = String(MAX_REPORT_NOTE).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

/** The form, with a new token; after a refused one with what to do, and with what was written. */
export function renderReportForm(
  link: Pick<Link, 'code' | 'brand'>,
  token: string,
  options: PageOptions,
  before?: { readonly problem: ReportProblem; readonly sent: SentReport },
): Page {
  const texts = linkTexts[options.locale]
  const missing = before?.problem === 'choose_reason'
  const reasons = REPORT_REASONS.map((reason) => {
    const checked = before?.sent.reason === reason ? ' checked' : ''
    return `<label><input type="radio" name="reason" value="${reason}" required${checked}>${texts[`report_reason_${reason}`]}</label>`
  })
  return page(options, {
    title: texts.report_title,
    failed: before !== undefined,
    body: `<article><div class="in"><h1>${texts.report_title}</h1>
<p>${fillIn(texts.advertiser, { brand: `<bdi>${escape(link.brand)}</bdi>` })}</p>${problemOf(texts, before?.problem)}
<form method="post" action="/r/${link.code}/report"><input type="hidden" name="token" value="${token}">
<fieldset${missing ? ' aria-describedby="problem"' : ''}><legend>${texts.report_question}</legend>${reasons.join('')}</fieldset>
<label class="label" for="note">${texts.report_note}</label>
<p class="small" id="hint">${fillIn(texts.report_note_hint, { count: COUNT })}</p>
<textarea id="note" name="note" rows="4" maxlength="${MAX_REPORT_NOTE}" aria-describedby="hint">
${escapeLines(before?.sent.note ?? '')}</textarea>
<p class="small">${texts.report_privacy}</p><button>${texts.report_send}</button></form></div></article>`,
  })
}

function problemOf(texts: LinkTexts, problem: ReportProblem | undefined): string {
  if (problem === undefined) return ''
  const what = fillIn(texts[`report_${problem}`], { count: COUNT })
  return `<div class="problem" id="problem" role="alert" data-code="report_was_not_accepted"><strong>${texts.report_was_not_accepted}</strong><p>${what}</p></div>`
}

/** The answer to an accepted report. */
export function renderThanks(reference: string, token: string, options: PageOptions): Page {
  const texts = linkTexts[options.locale]
  return page(options, {
    title: texts.report_thanks_title,
    body: `<article><div class="in"><h1>${texts.report_thanks_title}</h1><p>${texts.report_thanks_text}</p>
<p>${fillIn(texts.report_reference, { reference: bound(reference) })}</p></div></article>
<a href="/report/${token}">${texts.report_see_outcome}</a>`,
  })
}

/** What became of a report, as far as it is decided. */
export function renderOutcome(outcome: Outcome, options: PageOptions): Page {
  const texts = linkTexts[options.locale]
  const { id, status, received_at, decided_at, decision_reason } = outcome
  const times = { received: time(received_at), decided: decided_at === null ? '' : time(decided_at) }
  const decision =
    decision_reason === null
      ? `<p>${texts.report_open_text}</p>`
      : `<h2 class="label">${texts.report_reason_given}</h2><blockquote dir="auto">${escapeLines(decision_reason)}</blockquote>
<p class="small">${texts.report_disagree}</p>`
  return page(options, {
    title: texts[`report_${status}_title`],
    body: `<article data-status="${status}"><div class="in"><h1>${texts[`report_${status}_title`]}</h1>
<p>${fillIn(texts.report_reference, { reference: bound(referenceOf(id)) })}</p>
<p>${fillIn(decided_at === null ? texts.report_received_on : texts.report_decided_on, times)}</p>${decision}</div></article>`,
  })
}

export function renderUnknownReport(options: PageOptions): Page {
  const texts = linkTexts[options.locale]
  return page(options, {
    title: texts.report_unknown_title,
    body: `<article><div class="in"><h1>${texts.report_unknown_title}</h1><p>${texts.report_unknown_text}</p></div></article>`,
  })
}

function page(
  { locale, origin, demo }: PageOptions,
  { title, body, failed = false }: { title: string; body: string; failed?: boolean },
): Page {
  const html = document({
    locale,
    demo,
    // First in the title what a screen reader says first.
    title: failed ? `${linkTexts[locale].report_was_not_accepted} · ${title}` : title,
    head: '',
    body: `${body}${legalLinks(origin, locale)}`,
    style: REPORT_STYLE,
  })
  return {
    beforeToken: Buffer.from(html),
    afterToken: Buffer.alloc(0),
    headers: {
      ...SHARED_HEADERS,
      'content-language': LANGUAGES[locale].tag,
      'content-security-policy': REPORT_POLICY,
    },
  }
}

const bound = (text: string): string => `<span class="bound">${text}</span>`

/** In UTC, because a visitor's time zone is unknown. */
function time(at: Date): string {
  const iso = at.toISOString()
  const [year, month, day] = iso.slice(0, 10).split('-')
  return `<time class="bound" datetime="${iso}">${day}-${month}-${year} ${iso.slice(11, 19)} UTC</time>`
}

/** Text of several lines; the line end after a textarea's tag is not part of it. */
const escapeLines = (text: string): string => text.split('\n').map(escape).join('\n')
