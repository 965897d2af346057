// Writes pain.001 (ISO 20022 CustomerCreditTransferInitiation, versions 3 and 9; SEPA payments per EPC132-08).
// Deterministic: the same batch always gives the same bytes.
import type { Address } from '@fairturn/contract/banking'
import { formatMoney } from '@fairturn/contract/minor-units'
import { XMLBuilder } from 'fast-xml-parser'
import { SEPA_PART, canBeLatin, countryOfName, isBankText, isLegible, sepaText } from './sepa.ts'

export type PaymentFormat = 'pain.001.001.03' | 'pain.001.001.09'

export interface Debtor {
  readonly holder: string
  readonly iban: string | null
  readonly account_number: string | null
  readonly bic: string | null
  /** Not in files of before. */
  readonly address?: PayeeAddress
  /**
   * How names are written: in Latin letters by their language. Files of before must stay the same: some have names in their own
   * script and, in version 3, the town in a line (`language`), or names by the account's country, or by none.
   */
  readonly letters?: 'latin' | 'language' | 'national'
  /** Which rules the file follows beside letters, for the same reason: since 2 addresses in lines in SEPA's version 3, and countries of banks without BIC. */
  readonly rules?: 2
}

export interface Payment extends Omit<Debtor, 'address' | 'letters' | 'rules'> {
  /** The payment information block it belongs to; see partOf(). */
  readonly part_no: number
  readonly end_to_end_id: string
  readonly amount_minor: bigint
  readonly bank_name: string | null
  readonly bank_country: string | null
  /** The payee's; null where none was given: refunds of unmatched payments. */
  readonly address: PayeeAddress | null
}

export type PayeeAddress = Omit<Address, 'name'>

export interface PaymentFile {
  readonly reference: string
  readonly format: PaymentFormat
  readonly currency: 'EUR' | 'USD'
  readonly created_at: Date
  readonly execution_day: string
  readonly debtor: Debtor
  readonly payments: readonly Payment[]
}

const SEPA_NAME = 70
const NAME = 140
const ADDRESS_LINE = 70
const TOWN = 35
const POSTAL_CODE = 16

/** The file's text, to be encoded as UTF-8. Throws for a file without payments, which the standard does not allow. */
export function writePain001(file: PaymentFile): string {
  const { reference, format, payments } = file
  if (payments.length === 0) throw new RangeError('a payment file has at least one payment')
  const parts = [...new Set(payments.map(({ part_no }) => part_no))].toSorted((a, b) => a - b)
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${format}`,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: reference,
          CreDtTm: file.created_at.toISOString().slice(0, 19),
          ...sumsOf(payments),
          InitgPty: { Nm: nameOf(file.debtor.holder, true, countryOf(file, file.debtor)) },
        },
        PmtInf: parts.map((part_no) => paymentInformation(file, part_no)),
      },
    },
  }
  return builder.build(document)
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  indentBy: '  ',
  suppressBooleanAttributes: false,
})

function paymentInformation(file: PaymentFile, part_no: number) {
  const { format, debtor } = file
  const payments = file.payments.filter((payment) => payment.part_no === part_no)
  const sepa = part_no === SEPA_PART
  const country = countryOf(file, debtor)
  return {
    PmtInfId: `${file.reference}-${part_no}`,
    PmtMtd: 'TRF',
    BtchBookg: 'false', // so that the statement shows each payment
    ...sumsOf(payments),
    ...(sepa ? { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } } : {}),
    ReqdExctnDt: format === 'pain.001.001.03' ? file.execution_day : { Dt: file.execution_day },
    Dbtr: {
      Nm: nameOf(debtor.holder, sepa, country),
      ...(debtor.address !== undefined && addressOf(file, debtor.address, sepa, country)),
    },
    DbtrAcct: { Id: accountId(debtor), Ccy: file.currency },
    DbtrAgt: {
      FinInstnId: debtor.bic === null ? { Othr: { Id: 'NOTPROVIDED' } } : bicOf(format, debtor.bic),
    },
    ChrgBr: sepa ? 'SLEV' : 'SHAR',
    CdtTrfTxInf: payments.map((payment) => transaction(file, payment, sepa)),
  }
}

function transaction(file: PaymentFile, payment: Payment, sepa: boolean) {
  const { format, currency } = file
  const country = countryOf(file, payment)
  const { end_to_end_id, amount_minor, bic, bank_name, bank_country, address } = payment
  const Ctry = file.debtor.rules === 2 ? bank_country : null
  const agent =
    bic !== null
      ? bicOf(format, bic)
      : bank_name !== null && !sepa
        ? { Nm: nameOf(bank_name, sepa, country), ...(Ctry !== null && { PstlAdr: { Ctry } }) }
        : undefined
  return {
    PmtId: { InstrId: end_to_end_id, EndToEndId: end_to_end_id },
    Amt: { InstdAmt: { '@Ccy': currency, '#text': formatMoney(amount_minor) } },
    ...(agent === undefined ? {} : { CdtrAgt: { FinInstnId: agent } }),
    Cdtr: {
      Nm: nameOf(payment.holder, sepa, country),
      ...(address !== null && addressOf(file, address, sepa, country)),
    },
    CdtrAcct: { Id: accountId(payment) },
    RmtInf: { Ustrd: end_to_end_id },
  }
}

/**
 * Town, country and postal code in their own elements, which the payment schemes require from November 2026: in version 9 with
 * the street as lines (a hybrid address); in version 3, whose guidelines know no hybrid, with the street in its element. In SEPA
 * version 3 has it in two lines: the German banks' schema of it knows no other form, and the scheme asks for no address.
 */
function addressOf(
  { format, debtor: { letters, rules } }: PaymentFile,
  address: PayeeAddress,
  sepa: boolean,
  holderCountry: string | null,
) {
  const { street, city, postal_code, region, country: Ctry } = address
  const texts = (length: number, ...parts: string[]) =>
    parts.flatMap((part) =>
      letters !== 'latin' || isBankText(part) ? textOf(part, length, sepa, holderCountry) : [],
    )
  if (format === 'pain.001.001.03' && letters !== 'latin') {
    const town = [postal_code, city].filter((part) => part !== '').join(' ')
    return { PstlAdr: { Ctry, AdrLine: texts(ADDRESS_LINE, street, town) } }
  }
  const [TwnNm] = texts(TOWN, city)
  // Without a town in letters that every bank of the scheme reads, the address would be refused.
  if (TwnNm === undefined) return {}
  if (format === 'pain.001.001.03' && sepa && rules === 2) {
    const town = [postal_code, city].filter((part) => part !== '').join(' ')
    return { PstlAdr: { Ctry, AdrLine: texts(ADDRESS_LINE, street, town) } }
  }
  const [PstCd] = texts(POSTAL_CODE, postal_code)
  const [CtrySubDvsn] = texts(TOWN, region)
  const inOneLine = format === 'pain.001.001.03'
  const [StrtNm] = inOneLine ? texts(ADDRESS_LINE, street) : []
  return {
    PstlAdr: {
      ...(StrtNm !== undefined && { StrtNm }),
      ...(PstCd !== undefined && { PstCd }),
      TwnNm,
      ...(CtrySubDvsn !== undefined && { CtrySubDvsn }),
      Ctry,
      ...(!inOneLine && { AdrLine: texts(2 * ADDRESS_LINE, street).flatMap(linesOf) }),
    },
  }
}

const linesOf = (text: string): string[] =>
  [text.slice(0, ADDRESS_LINE), text.slice(ADDRESS_LINE)]
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** In letters of the scheme, elsewhere in its own where it has no Latin form; nothing if nothing legible is left. */
function textOf(text: string, length: number, sepa: boolean, country: string | null): string[] {
  const latin = sepaText(text, length, country)
  if (isLegible(latin) && (sepa || canBeLatin(text))) return [latin]
  const own = Array.from(text.replace(/\p{C}/gu, ' ')).slice(0, length).join('').trim()
  return sepa || own === '' ? [] : [own]
}

const sumsOf = (payments: readonly Payment[]) => ({
  NbOfTxs: String(payments.length),
  CtrlSum: formatMoney(payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)),
})

const bicOf = (format: PaymentFormat, bic: string) =>
  format === 'pain.001.001.03' ? { BIC: bic } : { BICFI: bic }

/** By whose language the holder's name is written. */
function countryOf(
  { debtor: { letters } }: PaymentFile,
  {
    holder,
    iban,
    address,
  }: Pick<Payment, 'holder' | 'iban'> & { readonly address?: PayeeAddress | null | undefined },
): string | null {
  const [account, home] = [iban?.slice(0, 2) ?? null, address?.country ?? null]
  if (letters === 'latin' || letters === 'language') return countryOfName(holder, account, home)
  return letters === 'national' ? (account ?? home) : null
}

const accountId = ({ iban, account_number }: Pick<Payment, 'iban' | 'account_number'>) =>
  iban !== null ? { IBAN: iban } : { Othr: { Id: (account_number ?? '').slice(0, 34) } }

/**
 * Outside SEPA a name without a Latin transcription keeps its script in files of before; new ones have no such name
 * (payout-batches.ts).
 */
function nameOf(name: string, sepa: boolean, country: string | null): string {
  const latin = sepaText(name, sepa ? SEPA_NAME : NAME, country)
  if (isLegible(latin) && (sepa || !/\.{3}/.test(latin))) return latin
  return sepa ? 'NOTPROVIDED' : Array.from(name.replace(/\p{C}/gu, ' ')).slice(0, NAME).join('').trim()
}
