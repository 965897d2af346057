// Recovery codes: ten per set, each valid once, stored as hashes.
import { randomInt } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../database/database.ts'
import * as store from './credentials.store.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { memberPolicy, type Subject } from './subjects.ts'

/** Crockford's Base32: no I, L, O, U. Sixteen symbols are 80 bits: four identify the code and twelve are the secret. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const SELECTOR_LENGTH = 4
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** Codes in display form and in stored form. */
export interface NewCodes {
  readonly shown: string[]
  readonly stored: { readonly selector: string; readonly hash: string }[]
}

/** Generates and hashes codes; slow, so never within a transaction. */
export async function createRecoveryCodes(count = memberPolicy.recovery_codes): Promise<NewCodes> {
  const codes = new Map<string, string>()
  while (codes.size < count) {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    codes.set(code.slice(0, SELECTOR_LENGTH), code)
  }
  const stored = await Promise.all(
    [...codes].map(async ([selector, code]) => ({ selector, hash: await hashPassword(code) })),
  )
  return { shown: [...codes.values()].map((code) => code.match(/.{4}/g)!.join('-')), stored }
}

/** Adds new codes to the existing ones. `ends_one_time_codes`: see endsOneTimeCodes(). */
export async function insertCodes(
  tx: Tx,
  { kind, id }: Subject,
  { stored }: NewCodes,
  { ends_one_time_codes = false } = {},
): Promise<void> {
  for (const { selector } of stored)
    await store.deleteRecoveryCode.all(tx, { kind, subject_id: id, selector })
  const ids = stored.map(() => newId(tx.now))
  const selectors = stored.map(({ selector }) => selector)
  const hashes = stored.map(({ hash }) => hash)
  await store.insertRecoveryCodes.all(tx, {
    kind,
    subject_id: id,
    ids,
    selectors,
    hashes,
    made_at: tx.now,
    ends_one_time_codes,
  })
}

/** Replaces all codes. The caller has locked the subject, so that of two concurrent calls one set remains. */
export async function replaceCodes(tx: Tx, subject: Subject, codes: NewCodes): Promise<void> {
  await store.replaceRecoveryCodes.all(tx, {
    subject_kind: subject.kind,
    subject_id: subject.id,
    replaced_at: tx.now,
  })
  await insertCodes(tx, subject, codes)
}

/** Number of unused codes. */
export const recoveryCodesLeft = async (on: Queryable, { kind, id }: Subject): Promise<number> =>
  (await store.countRecoveryCodes.one(on, { kind, subject_id: id })).left

/** Id of the subject's unused code; undefined for a wrong one or an unknown subject, after the same time. */
export async function findRecoveryCode(
  on: Queryable,
  subject: Subject | undefined,
  typed: string,
): Promise<string | undefined> {
  const code = readCode(typed)
  const found =
    code === undefined || subject === undefined
      ? undefined
      : await store.selectRecoveryCode.maybe(on, {
          subject_kind: subject.kind,
          subject_id: subject.id,
          selector: code.slice(0, SELECTOR_LENGTH),
        })
  return (await verifyPassword(code ?? typed, found?.hash)) ? found?.id : undefined
}

/** Whether the input has the format of a recovery code. */
export const isRecoveryCode = (typed: string): boolean => readCode(typed) !== undefined

/** Whether a code was issued to a subject who has lost the second factor too. */
export const endsOneTimeCodes = async (
  on: Queryable,
  { kind, id }: Subject,
  code_id: string,
): Promise<boolean> =>
  (await store.selectEndsOneTimeCodes.one(on, { kind, subject_id: id, code_id })).ends_one_time_codes

/** Spends a code; false if a concurrent use was first. */
export async function spendRecoveryCode(tx: Tx, { kind, id }: Subject, code_id: string): Promise<boolean> {
  return (
    (await store.useRecoveryCode.maybe(tx, { kind, subject_id: id, code_id, used_at: tx.now })) !== undefined
  )
}

// Ignores case and dashes; letters that Crockford omits are read as the digits they resemble.
function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return CODE.test(code) ? code : undefined
}
