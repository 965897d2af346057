// Whether an IBAN can be one: its country's length (SWIFT's IBAN registry, ISO 13616) and its check digits (ISO 7064,
// MOD 97-10). It must never say that an account exists; only its bank can.

/** Length by country. */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

/** The IBAN without spaces and in capitals; undefined when its country has none, its length is another or its check fails. */
export function readIban(text: string): string | undefined {
  const iban = text.replace(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== LENGTHS[iban.slice(0, 2)]) return undefined
  return remainder(iban) === 1n ? iban : undefined
}

/** Of 97, with the first four characters moved to the end and letters read as 10 to 35. */
function remainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = Array.from(moved, (each) => Number.parseInt(each, 36)).join('')
  return BigInt(digits) % 97n
}
