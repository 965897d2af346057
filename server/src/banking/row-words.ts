// Words of banks that change what a row of a CSV is, or what its numbers mean (csv.test.ts).
import { foldWord } from '@fairturn/contract/backoffice/csv-mapping'

const BALANCE = new RegExp(
  `^(?:${[
    '(?:opening|closing|starting|beginning|ending|end|initial|final|previous|new|old|current|available) balance',
    'balance (?:brought|carried) (?:forward|down)|(?:brought|carried) forward',
    '(?:anfangs|end|schluss|schluß|eröffnungs|start|abschluss|tagesend|alter |neuer )-?(?:saldo|bestand|kontostand)',
    'saldo ?vortrag|vortrag|kontostand',
    "(?:ancien|nouveau) solde|solde (?:initial|final|précédent|(?:d['’]|de )?(?:ouverture|clôture|départ|fin))",
    'saldo (?:inicial|final|anterior|iniziale|finale|początkowe|końcowe|początkowy|końcowy)|(?:begin|eind|slot)saldo',
    '(?:početno|krajnje|prethodno|novo) stanje|(?:početni|krajnji) saldo',
    'số dư(?: (?:đầu|cuối)(?: kỳ| ngày| tháng)?)?',
    '(?:前日|前月|前期|期首|期末|当日|月末|差引|繰越)?残高|(?:前期|次期|前月|次月)?繰越(?:金)?',
    '(?:(?:기초|기말|이월|전일|전월|당일) ?)?(?:잔액|잔고)|이월',
    '(?:期初|期末|上期|本期|上日|本日|昨日|当前)?余额',
  ].join('|')})[ :：.]*(?:(?:am|per|zum|on|as of|at|au|al|del|na dan|ngày) )?[\\d./ -]*$`,
)

/** Whether a text is a name for the balance of an account, perhaps with its day, and nothing else. */
export const namesBalance = (text: string): boolean => BALANCE.test(foldWord(text.trim()))

const MINOR_UNITS =
  /(?<!\p{L})(?:cents?|eurocents?|minor(?: ?units?)?|pence|centimes|c[eé]ntimos|centavos|centesimi|groszy?|grosze|pfennige?)(?!\p{L})/u

/** Whether a heading says that amounts are written in hundredths. */
export const inMinorUnits = (heading: string): boolean => MINOR_UNITS.test(foldWord(heading))

const FEE =
  /(?<!\p{L})(?:fees?|charges?|commissions?|comisi[óo]n(?:es)?|commission[ei]|frais|provi[sz]ij[ae]|naknad[ae]|provision(?:en)?|prowizj(?:[aei]|ach|ami)|opłat(?:[ay]|ach|ami)?|tarifas?|phí|ком[иі]сс?[иі][яиії]|comiss(?:ão|ões)|taxas?(?! de c[âa]mbio)|comision(?:ul)?|poplat(?:ek|ok|ky)|(?:transaktions)?kosten|spesen|costs?(?! cent)|(?<!centro de )cost[eo]s?|tasas?(?! de cambio)|kulut?|avgift(?:er)?|gebyr(?:er)?|palvelumaksu|komisyon|masraf|ücret|díj|jutalék|προμήθεια|biaya|عمولة|رسوم|עמל[הת]|शुल्क)(?!\p{L})|geb(?:ü|ue)hr(?:en)?(?!\p{L})|entgelte?(?!\p{L})|ค่าธรรมเนียม|手数料|手续费|수수료/u

const BESIDE = [
  'after|before|net of|without|with|excl\\.?|excluding|incl\\.?|including|nach|vor|ohne|mit|inkl\\.?|inklusive|einschließlich',
  'après|avant|hors|sans|avec|después de|antes de|sin|con|após|depois d[aeo]s?|antes d[aeo]s?|sem|com|al netto delle|prima delle',
  'dopo le|senza|zonder|exclusief|inclusief|po|przed|bez|sa|pre|posle|nakon|prije|uten|utan|efter|etter|før|före|sau|trước',
  'chưa gồm|đã gồm|đã trừ',
].join('|')
const BETWEEN =
  '(?:\\s+(?:deducti(?:ng|on of)|abzug(?: der| von)?|the|all|any|bank|transaction|der|den|allen|les|des|de|las?|los|as|os))*\\s+'
const BEHIND = [
  'included|excluded|deducted|inklusive|inbegriffen|inclus|compris|déduits|incluid[ao]s|incluse',
  '込み?|控除[前後]|差引[前後]|제외|포함|차감 ?[전후]',
].join('|')
const BESIDE_FEES = new RegExp(
  `(?<!\\p{L})(?:${BESIDE})${BETWEEN}(?:${FEE.source})|(?:${FEE.source})\\s*(?:${BEHIND})|(?:扣除?|不?含)(?:${FEE.source})[前后]?`,
  'gu',
)

/** Without what says that an amount is before or after fees. */
const withoutBeside = (heading: string): string => foldWord(heading).replace(BESIDE_FEES, '')

/** Whether a heading says that a column holds the bank's fees. */
export const namesFee = (heading: string): boolean => FEE.test(withoutBeside(heading))

/** Whether it says that a column holds amounts before or after fees, or with them. */
export const namesAmountBesideFees = (heading: string): boolean =>
  FEE.test(foldWord(heading)) && !namesFee(heading)

const NUMBER =
  /^[\p{Sc}\p{Zs}\p{Pd}\u2212+(]*(?:\p{Lu}{3}\s?)?[\p{Pd}\u2212+]?[\d., '’]*\d[\p{Sc}\p{Zs}\p{Pd}\u2212),.]*(?:\p{Lu}{3})?$/u

/** Whether a cell is a number other than zero. */
export const isSomeNumber = (text: string): boolean => /[1-9]/.test(text) && NUMBER.test(text)

const DAY =
  /^(?:\d{1,4}[./\-年년]\s?\d{1,2}[./\-月월]\s?\d{1,4}[.日일]?|\d{6}|\d{8}|\d{1,2}[. -]{1,2}\p{L}{3,12}\.?[. -]{1,2}\d{2,4}\.?)(?:[ T,]+\d.*)?$/u

/** Whether a cell is a day in any form, the mapping's or another. */
export const looksLikeDay = (text: string): boolean => DAY.test(text)
