// The form of each country's postal codes, with an example, as Google's address metadata (libaddressinput) has them, compared in
// countries.test.ts; where that has no example, one of ours. Countries that are not here have none, or none is known. Imports
// nothing, because the app's forms bundle it.

/** A form, and indented below it the countries that have it, each with an example. */
const FORMS = String.raw`
\d{5}
  BA 71000; BT 11001; DE 26133; DO 11903; DZ 40304; EE 69501; EG 12411; EH 70000; ES 28039; FI 00550; GT 09001; HR 10000;
  ID 40115; IQ 31001; IT 00144; JO 11937; KE 20100; KH 12203; KW 54541; LA 01160; LK 20000; LT 04340; MA 53000; MM 11181;
  MN 65030; MV 20026; MX 02860; MY 43000; NI 52000; NP 44601; PK 44000; SA 11564; SN 12500; SO 09010; TH 10150; TR 01960;
  UA 15432; UY 11600; ZM 50100
\d{4}
  AF 1001; AL 1001; AT 1010; AU 2060; AZ 1000; BD 1340; BE 4000; BG 1000; CH 2544; CK 0101; CV 7600; CY 2008; DK 8660;
  ET 1000; GE 0101; GW 1000; HM 7151; HT 6120; HU 1037; LR 1000; LU 4750; MD 2012; MK 1314; MZ 1102; NE 8001; NO 0025;
  NZ 6001; PH 1008; PY 1536; SI 4000; SJ 9170; TN 1002; TZ 6090; VE 1010; ZA 0083
\d{6}
  BY 223016; CN 266033; CO 111221; IN 110034; KG 720001; KZ 040900; RO 060274; RU 125075; SG 546080; TJ 735450; TM 744000;
  UZ 702100; VN 119415
\d{3}
  FO 100; GN 001; IS 320; LS 100; MG 501; PG 111
9[78][01]\d{2}
  BL 97100; GP 97100; MF 97100
\d{3}[ ]?\d{2}
  CZ 100 00; SE 11455; SK 010 01
ASCN 1ZZ
  AC ASCN 1ZZ
AD[1-7]0\d
  AD AD100
2640
  AI 2640
(37)?\d{4}
  AM 375010
([A-HJ-NP-Z])?\d{4}([A-Z]{3})?
  AR C1070AAM
96799
  AS 96799
22\d{3}
  AX 22150
(BB\d{5})?
  BB BB23026
((\d|1[0-2])\d{2})?
  BH 317
[A-Z]{2}[ ]?[A-Z0-9]{2}
  BM FL 07
[A-Z]{2}[ ]?\d{4}
  BN BT2328
\d{5}[\-]?\d{3}
  BR 40301-110
[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]?\d[ABCEGHJ-NPRSTV-Z]\d
  CA H3Z 2Y7
6799
  CC 6799
\d{7}
  CL 8340457
\d{4,5}|\d{3}-\d{4}
  CR 1000
6798
  CX 6798
([A-Z]\d{4}[A-Z]|(?:[A-Z]{2})?\d{6})?
  EC EC090112
FIQQ 1ZZ
  FK FIQQ 1ZZ
(9694[1-4])([ \-]\d{4})?
  FM 96941
\d{2}[ ]?\d{3}
  FR 33380
GIR[ ]?0AA|((AB|AL|B|BA|BB|BD|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GY|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE)(\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}))|BFPO[ ]?\d{1,4}
  GB EC1Y 8SY
9[78]3\d{2}
  GF 97300
GY\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
  GG GY1 1AA
GX11 1AA
  GI GX11 1AA
39\d{2}
  GL 3900
\d{3} ?\d{2}
  GR 151 24
SIQQ 1ZZ
  GS SIQQ 1ZZ
969([12]\d|3[12])([ \-]\d{4})?
  GU 96910
(?:\d{5})?
  HN 31301
\d{5}(?:\d{2})?
  IL 9614303
IM\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
  IM IM2 1AA
BBND 1ZZ
  IO BBND 1ZZ
\d{5}-?\d{5}
  IR 11936-12345
JE\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
  JE JE1 1AA
\d{3}-?\d{4}
  JP 154-0023
\d{3}[\-]\d{3}
  KR 110-110
KY\d-\d{4}
  KY KY1-1100
(\d{4}([ ]?\d{4})?)?
  LB 2038 3054
(948[5-9])|(949[0-7])
  LI 9496
LV-\d{4}
  LV LV-1073
980\d{2}
  MC 98000
8\d{4}
  ME 81257
969[67]\d([ \-]\d{4})?
  MH 96960
9695[012]([ \-]\d{4})?
  MP 96950
9[78]2\d{2}
  MQ 97220
[A-Z]{3}[ ]?\d{2,4}
  MT NXR 01
(\d{3}[A-Z]{2}\d{3})?
  MU 742CU001
988\d{2}
  NC 98814
2899
  NF 2899
(\d{6})?
  NG 930283
\d{4}[ ]?[A-Z]{2}
  NL 1234 AB
(PC )?\d{3}
  OM 133
(?:LIMA \d|CALLAO 0?)\d|[0-2]\d{4}
  PE LIMA 23
987\d{2}
  PF 98714
\d{2}-\d{3}
  PL 00-950
9[78]5\d{2}
  PM 97500
PCRN 1ZZ
  PN PCRN 1ZZ
00[679]\d{2}([ \-]\d{4})?
  PR 00930
\d{4}-\d{3}
  PT 2725-079
969(39|40)
  PW 96940
9[78]4\d{2}
  RE 97400
\d{5,6}
  RS 106314
(ASCN|STHL) 1ZZ
  SH STHL 1ZZ
4789\d
  SM 47890
CP [1-3][1-7][0-2]\d
  SV CP 1101
[HLMS]\d{3}
  SZ H100
TDCU 1ZZ
  TA TDCU 1ZZ
TKCA 1ZZ
  TC TKCA 1ZZ
\d{3}(\d{2})?
  TW 104
\d{5}([ \-]\d{4})?
  US 95014
00120
  VA 00120
VC\d{4}
  VC VC0100
VG\d{4}
  VG VG1110
008(([0-4]\d)|(5[01]))([ \-]\d{4})?
  VI 00802-1222
986\d{2}
  WF 98600
[1-7]\d{4}
  XK 10000
976\d{2}
  YT 97600
`

interface PostalCodes {
  readonly source: string
  readonly form: RegExp
  readonly example: string
}

const CODES = new Map<string, PostalCodes>()
for (const [, form, countries] of FORMS.matchAll(/^(\S.*)\n((?: .*\n)+)/gm))
  for (const one of countries!.split(/;|\n/)) {
    const [, country, example] = /^\s*([A-Z]{2}) (.+)$/.exec(one) ?? []
    if (country !== undefined)
      CODES.set(country, { source: form!, form: new RegExp(`^(?:${form!})$`, 'i'), example: example! })
  }

/** Forms that countries have introduced besides: Viet Nam in 2018 (five digits, now the usual ones), Taiwan in 2020. */
const SINCE: Readonly<Record<string, Omit<PostalCodes, 'source'>>> = {
  VN: { form: /^\d{5}$/, example: '70000' },
  TW: { form: /^\d{6}$/, example: '104001' },
}

/** By country, as it is written above. */
export const POSTAL_CODE_FORMS: ReadonlyMap<string, string> = new Map(
  [...CODES].map(([country, { source }]) => [country, source]),
)

/** One to show in a form; undefined where no form is known. */
export const postalCodeExample = (country: string): string | undefined =>
  (SINCE[country] ?? CODES.get(country))?.example

/**
 * Whether it has the form of the country's postal codes, also with or without the country's letters before it ("LV-1010" and
 * "1010"), and in full-width digits. True where no form is known.
 */
export function isPostalCodeOf(country: string, typed: string): boolean {
  const codes = CODES.get(country)
  if (codes === undefined) return true
  const text = plainOf(typed)
  const bare = text.replace(/^[A-Z]{1,3}[- ](?=\d)/i, '')
  if (SINCE[country]?.form.test(text) === true) return true
  return [text, bare, `${country}-${text}`, `${country}${text}`, `${country} ${text}`].some((one) =>
    codes.form.test(one),
  )
}

const plainOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/^〒/u, '')
    .replaceAll(/[‐‑–−ー]/g, '-')
    .trim()

/**
 * As the country writes it, and as payment files say it: in capitals and plain digits, with the separator of its example
 * ("sw1a1aa" is "SW1A 1AA"). As typed where no form is known, or it has another.
 */
export function normalPostalCode(country: string, typed: string): string {
  const codes = CODES.get(country)
  if (codes === undefined || !isPostalCodeOf(country, typed)) return typed
  const text = plainOf(typed).toUpperCase()
  const [, separator, tail] = /^[^ -]+([ -])([^ -]+)$/.exec(codes.example) ?? []
  if (separator === undefined || tail === undefined || SINCE[country]?.form.test(text) === true) return text
  const compact = text.replaceAll(/[ -]/g, '')
  const separated = [compact, `${country}${compact}`].map(
    (one) => one.slice(0, -tail.length) + separator + one.slice(-tail.length),
  )
  return separated.find((one) => codes.form.test(one)) ?? text
}
