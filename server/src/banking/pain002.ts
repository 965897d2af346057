// Reads pain.002 (ISO 20022 CustomerPaymentStatusReport, versions 3 to 14): the bank's status report on one of our payment
// files.
import { child, children, readXml, textAt, unreadable, type XmlElement } from './bank-xml.ts'

/** `accepted`: the bank will execute it. `settled`: executed. `rejected`: will not be executed. */
export type PaymentOutcome = 'accepted' | 'settled' | 'rejected'

export interface PaymentStatus {
  readonly outcome: PaymentOutcome
  /** An ISO reason code, or the bank's free text; null if it gives none. */
  readonly reason: string | null
}

export interface StatusReport {
  readonly message_id: string
  /** Message id of our file. */
  readonly original_message_id: string
  /** Status of every payment in the file that has none of its own; null if there is none. */
  readonly group: PaymentStatus | null
  readonly payments: readonly (PaymentStatus & { readonly end_to_end_id: string })[]
  /** Status per payment information block. */
  readonly parts: readonly (PaymentStatus & { readonly part_id: string })[]
}

// ISO 20022 external code set ExternalPaymentTransactionStatus1Code. Other codes are not final.
const OUTCOMES: Readonly<Record<string, PaymentOutcome>> = {
  ...Object.fromEntries(['ACCP', 'ACTC', 'ACSP', 'ACWC', 'ACFC'].map((code) => [code, 'accepted' as const])),
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
}

/** The report. Refuses `bank_file_is_not_readable`, `bank_file_is_of_another_kind` and `bank_file_is_too_large`. */
export function readPain002(bytes: Uint8Array): StatusReport {
  const { root } = readXml(bytes, { kind: 'pain.002.' })
  const report = child(root, 'CstmrPmtStsRpt')
  const group = report && child(report, 'OrgnlGrpInfAndSts')
  const original_message_id = textAt(group, 'OrgnlMsgId')
  const message_id = textAt(report, 'GrpHdr/MsgId')
  if (original_message_id === undefined || message_id === undefined) throw unreadable('missing', 'OrgnlMsgId')
  const parts = children(report, 'OrgnlPmtInfAndSts')
  return {
    message_id,
    original_message_id,
    group: statusOf(group!, 'GrpSts'),
    parts: parts.flatMap((part) => {
      const status = statusOf(part, 'PmtInfSts')
      const part_id = textAt(part, 'OrgnlPmtInfId')
      return status === null || part_id === undefined ? [] : [{ ...status, part_id }]
    }),
    payments: parts
      .flatMap((part) => children(part, 'TxInfAndSts'))
      .flatMap((payment) => {
        const status = statusOf(payment, 'TxSts')
        const end_to_end_id = textAt(payment, 'OrgnlEndToEndId')
        if (end_to_end_id === undefined) throw unreadable('missing', 'OrgnlEndToEndId')
        return status === null ? [] : [{ ...status, end_to_end_id }]
      }),
  }
}

function statusOf(element: XmlElement, name: string): PaymentStatus | null {
  const outcome = OUTCOMES[textAt(element, name) ?? '']
  if (outcome === undefined) return null
  const [first] = children(element, 'StsRsnInf')
  const reason = textAt(first, 'Rsn/Cd', 'Rsn/Prtry', 'AddtlInf')
  return { outcome, reason: reason?.slice(0, 140) ?? null }
}
