// Reasons are stored as codes and read as sentences in every language; those stored as English sentences, too.
import { LOCALES } from '@fairturn/contract/locales'
import { describe, expect, test } from 'vitest'
import en from './en/reasons.json' with { type: 'json' }
import { bankReason, ownReason, reasonText } from './reasons.ts'

/** Every sentence that was stored before there were codes, as it was. */
const STORED = `The account number is not correct.
Our account number was not accepted.
The account number does not exist at this bank.
The account is closed.
The account is blocked.
The account is of a kind that cannot take this payment.
The account cannot take transfers.
The bank did not accept this kind of transfer.
The bank did not accept an amount of zero.
The amount is higher than the bank allows.
The account does not take this currency.
The bank could not cover the payment.
The bank took it for a payment made twice.
The amount was not accepted.
The amount is higher than agreed with the bank.
The name does not belong to this account.
The bank needs the address of the account holder.
The bank did not recognise the sender.
The bank does not know the account holder.
The receiving bank cannot be reached this way.
The receiver asked their bank to send it back.
The currency was not accepted.
Our bank cannot be reached this way.
The date was not accepted.
The settlement between the banks failed.
It was returned after a request to cancel it.
The bank suspects fraud.
The account holder has died.
The receiver refused it and gave no reason.
The bank gave no reason.
The bank gave its reason in words of its own.
The receiver did not answer their bank.
The bank code is not correct.
The bank code of the receiver is not correct.
The bank needs the account or identification of the sender.
The bank needs the name or address of the sender.
The bank needs the name or address of the receiver.
The bank sent it back for a legal reason.
There was a technical fault at the bank.
It arrived too late on that day.
The payment was not due.
The bank's reason has the code ZZ99.
The bank says: Konto erloschen
The time of the lock is over.
The member came back and set a new password.`.split('\n')

const translated = LOCALES.filter((locale) => locale !== 'en')

test.each(STORED)('“%s”, stored in English, is read in each language', (stored) => {
  expect(reasonText(stored, 'en').replaceAll('’', "'")).toBe(stored)
  const read = translated.map((locale) => reasonText(stored, locale))
  expect(read).not.toContain(stored)
  expect(new Set(read).size).toBe(translated.length)
})

describe('a bank’s reason', () => {
  test('that is a code is a sentence', () => {
    expect(reasonText(bankReason('AC04'), 'vn')).toBe('Tài khoản đã đóng.')
    expect(reasonText(bankReason('ac04'), 'rs')).toBe('Račun je ugašen.')
  })

  test.each(Object.keys(en).filter((code) => /^[A-Z0-9]{4}$/.test(code)))('%s has one in each', (code) => {
    for (const locale of LOCALES) expect(reasonText(bankReason(code), locale)).toMatch(/[.。]$/)
  })

  test('that is none, an unknown code or free text says so', () => {
    expect(reasonText(bankReason(null), 'fr')).toBe('La banque n’a pas donné de motif.')
    expect(reasonText(bankReason('ZZ99'), 'en')).toBe('The bank’s reason has the code ZZ99.')
    expect(reasonText(bankReason('Konto erloschen'), 'jp')).toBe('銀行からの説明：Konto erloschen')
  })
})

test('our own reasons are read in each language, operators’ words as they are', () => {
  expect(reasonText(ownReason('lock_time_is_over'), 'cn')).toBe('锁定期限已过。')
  expect(reasonText(ownReason('owner_set_new_password'), 'kr')).toMatch(/비밀번호/)
  expect(reasonText('Hình ảnh gây hiểu lầm', 'fr')).toBe('Hình ảnh gây hiểu lầm')
})
