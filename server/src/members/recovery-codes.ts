// Recovery codes: ten at a time, each good once, for whoever has lost their phone or forgotten the password.
// Must never keep a code in the open.
import { randomInt } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../database/database.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMemberLocked } from './members.store.ts'
import { hashPassword, verifyPassword } from '../credentials/passwords.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  insertRecoveryCodes,
  replaceRecoveryCodes,
  selectRecoveryCode,
  useRecoveryCode,
} from './security.store.ts'

const CODES = 10
/** Crockford's: no I, L, O, U. Sixteen of them are 80 bits, of which four find the code and twelve are the secret. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const SELECTOR_LENGTH = 4
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** Ten codes as they are shown, and as they are stored. */
export interface NewCodes {
  readonly shown: string[]
  readonly stored: { readonly selector: string; readonly hash: string }[]
}

/** Draws codes and hashes them; takes its time, so for several not to be called in a transaction. */
export async function createRecoveryCodes(count = CODES): Promise<NewCodes> {
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

/** One more code, shown once to who handed it out: for a member whose identity staff has checked. The code. */
export async function addRecoveryCode(tx: Tx, member_id: string): Promise<string> {
  const { shown, stored } = await createRecoveryCodes(1)
  const [{ selector, hash }] = stored as [NewCodes['stored'][number]]
  await deleteRecoveryCode.all(tx, member_id, selector)
  await insertRecoveryCodes.all(tx, member_id, [newId(tx.now)], [selector], [hash], tx.now)
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: '/individual/security' })
  return shown[0]!
}

/** Keeps new codes instead of all before. */
export async function saveRecoveryCodes(tx: Tx, member_id: string, { stored }: NewCodes): Promise<void> {
  await selectMemberLocked.one(tx, member_id) // of two at once, one set of codes stays
  await replaceRecoveryCodes.all(tx, member_id, tx.now)
  const ids = stored.map(() => newId(tx.now))
  const selectors = stored.map(({ selector }) => selector)
  const hashes = stored.map(({ hash }) => hash)
  await insertRecoveryCodes.all(tx, member_id, ids, selectors, hashes, tx.now)
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: '/individual/security' })
}

/** The id of the member's unused code that was typed; undefined for a wrong one and for no such member, after the same time. */
export async function findRecoveryCode(
  on: Queryable,
  member_id: string | undefined,
  typed: string,
): Promise<string | undefined> {
  const code = readCode(typed)
  const found =
    code === undefined || member_id === undefined
      ? undefined
      : await selectRecoveryCode.maybe(on, member_id, code.slice(0, SELECTOR_LENGTH))
  return (await verifyPassword(code ?? typed, found?.hash)) ? found?.id : undefined
}

/** Whether what was typed has the form of a recovery code. */
export const isRecoveryCode = (typed: string): boolean => readCode(typed) !== undefined

/** Uses a code up and tells its owner how many are left; false when somebody else was first. */
export async function spendRecoveryCode(tx: Tx, member_id: string, code_id: string): Promise<boolean> {
  if ((await useRecoveryCode.maybe(tx, code_id, tx.now)) === undefined) return false
  const { left } = await countRecoveryCodes.one(tx, member_id)
  await notifySecurityChange(tx, member_id, 'recovery_code_used', {
    params: { left: String(left) },
    path: '/individual/security',
  })
  return true
}

// As people copy by hand: any case, any dashes, and the letters Crockford leaves out read as what they look like.
function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return CODE.test(code) ? code : undefined
}
