// Rejects new passwords that are too easy to guess. Existing ones are never checked, and the list is loaded on first use
// (common-passwords.test.ts).
import { refuseField } from '../http/refusal.ts'

/** The future subject of the password. */
export interface PasswordSubject {
  readonly username: string
  /** E.164; operators have none. */
  readonly phone?: string
}

/** Product names that anybody would try first. */
const PRODUCT_WORDS = ['fairturn']

/** Minimum password length; shorter ones are refused earlier, so the list needs none of them. */
const MIN_LENGTH = 8
/** A suffix of a phone number of this length still identifies its subject. */
const PHONE_END_DIGITS = 6

let common: Promise<ReadonlySet<string>> | undefined

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH))
}

/**
 * Refuses `password_is_too_common`: a common password of zxcvbn-ts in any letter case; the subject's or the product's name
 * surrounded only by digits and symbols; the subject's phone number or its end (OWASP ASVS 5.0.0, V6.2.4 and V6.2.11).
 */
export async function refuseCommonPassword(password: string, subject: PasswordSubject): Promise<void> {
  const typed = folded(password)
  if (!isOfSubject(typed, subject) && !(await (common ??= readCommon())).has(typed)) return
  throw refuseField('password_is_too_common', 'password')
}

function isOfSubject(typed: string, { username, phone = '' }: PasswordSubject): boolean {
  const bare = withoutEdges(typed)
  return (
    typed === folded(username) ||
    (bare !== '' && [...PRODUCT_WORDS, username].some((word) => withoutEdges(folded(word)) === bare)) ||
    isEndOf(phone, typed)
  )
}

/** Whether it consists only of the number or its end, with or without a dialling prefix (0, 00, +). */
function isEndOf(phone: string, typed: string): boolean {
  if (/\p{L}/u.test(typed)) return false
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_END_DIGITS && phone.endsWith(digits)
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
const withoutEdges = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
