// Coarse device name from a user agent: enough for a session's member to recognise it, too little to identify anyone.

// The first match wins: most browsers also claim to be others.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/YaBrowser\//, 'Yandex'],
  [/coc_coc_browser\//, 'Cốc Cốc'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** E.g. `Chrome · Android`; only the known part, or an empty string. */
export function deviceOf(agent: string): string {
  return [BROWSERS, SYSTEMS]
    .map((known) => known.find(([pattern]) => pattern.test(agent))?.[1])
    .filter((word) => word !== undefined)
    .join(' · ')
}
