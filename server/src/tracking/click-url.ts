// The URL a visitor is redirected to: the campaign's landing URL, with nothing taken from the request (no open redirect).

/** A landing URL split at the click_id, so that a redirect costs one concatenation. */
export interface LandingUrl {
  /** Shown on the button: host, and a non-default port; in ASCII (Punycode), against homographs. */
  readonly host: string
  readonly scheme: 'http:' | 'https:'
  readonly beforeClick: string
  readonly afterClick: string
  /** Without a click_id: for uncounted visits. */
  readonly uncounted: string
}

/** Throws RangeError unless the URL is http or https, without credentials. */
export function parseLandingUrl(text: string): LandingUrl {
  const url = URL.parse(text)
  if (url === null) throw new RangeError(`not a URL: ${text}`)
  const { protocol, host } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new RangeError(`not a web address: ${text}`)
  if (url.username !== '' || url.password !== '')
    throw new RangeError(`credentials in a landing URL: ${text}`)
  const { hash } = url
  url.hash = ''
  // Otherwise an advertiser's own click_id would be read instead of ours.
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^click_id(=|$)/.test(pair))
  url.search = ''
  const base = url.href.replace(/[?#]+$/, '')
  return {
    host,
    scheme: protocol,
    beforeClick: `${base}?${[...pairs, 'click_id='].join('&')}`,
    afterClick: hash,
    uncounted: [base, ...(pairs.length > 0 ? [`?${pairs.join('&')}`] : []), hash].join(''),
  }
}

/** The landing URL with `click_id`; its other parameters stay byte for byte. */
export function clickUrl(landing: LandingUrl, visit_id: string): string {
  return landing.beforeClick + visit_id + landing.afterClick
}
