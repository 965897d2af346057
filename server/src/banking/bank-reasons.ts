// Texts for a bank's return and rejection reasons, so that members can act on them. The codes are ISO 20022's external code
// sets ExternalReturnReason1Code and ExternalStatusReason1Code, as used by the SEPA rulebooks (EPC135-18); the texts are
// ours.

const WORDS: Readonly<Record<string, string>> = {
  AC01: 'The account number is not correct.',
  AC02: 'Our account number was not accepted.',
  AC03: 'The account number does not exist at this bank.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC13: 'The account is of a kind that cannot take this payment.',
  AC14: 'The account is of a kind that cannot take this payment.',
  AG01: 'The account cannot take transfers.',
  AG02: 'The bank did not accept this kind of transfer.',
  AM01: 'The bank did not accept an amount of zero.',
  AM02: 'The amount is higher than the bank allows.',
  AM03: 'The account does not take this currency.',
  AM04: 'The bank could not cover the payment.',
  AM05: 'The bank took it for a payment made twice.',
  AM09: 'The amount was not accepted.',
  AM14: 'The amount is higher than agreed with the bank.',
  BE01: 'The name does not belong to this account.',
  BE04: 'The bank needs the address of the account holder.',
  BE05: 'The bank did not recognise the sender.',
  BE06: 'The bank does not know the account holder.',
  CNOR: 'The receiving bank cannot be reached this way.',
  CUST: 'The receiver asked their bank to send it back.',
  CURR: 'The currency was not accepted.',
  DNOR: 'Our bank cannot be reached this way.',
  DT01: 'The date was not accepted.',
  DUPL: 'The bank took it for a payment made twice.',
  ED05: 'The settlement between the banks failed.',
  FOCR: 'It was returned after a request to cancel it.',
  FR01: 'The bank suspects fraud.',
  MD07: 'The account holder has died.',
  MS02: 'The receiver refused it and gave no reason.',
  MS03: 'The bank gave no reason.',
  NARR: 'The bank gave its reason in words of its own.',
  NOAS: 'The receiver did not answer their bank.',
  RC01: 'The bank code is not correct.',
  RC04: 'The bank code of the receiver is not correct.',
  RC07: 'The bank code of the receiver is not correct.',
  RR01: 'The bank needs the account or identification of the sender.',
  RR02: 'The bank needs the name or address of the sender.',
  RR03: 'The bank needs the name or address of the receiver.',
  RR04: 'The bank sent it back for a legal reason.',
  TECH: 'There was a technical fault at the bank.',
  TM01: 'It arrived too late on that day.',
  UPAY: 'The payment was not due.',
}

/** A sentence for a reason code; a bank's free text is quoted, an unknown code is named. */
export function bankReasonText(code: string | null): string {
  if (code === null) return 'The bank gave no reason.'
  const known = WORDS[code.toUpperCase()]
  if (known !== undefined) return known
  return /^[A-Z0-9]{4}$/.test(code) ? `The bank's reason has the code ${code}.` : `The bank says: ${code}`
}
