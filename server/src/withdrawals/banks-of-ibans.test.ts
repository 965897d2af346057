// The bank of an IBAN outside SEPA, which no bank looks up: asked for with the account, named in the payment file, and added later to
// accounts of before. And the house's own account, which is no member's.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { bankingCalls } from '@fairturn/contract/banking'
import { describe, expect, test } from 'vitest'
import type { TestMember } from '../../test/app.ts'
import { answered, deposit } from '../../test/carrying.ts'
import { lines, openFinanceDesk, take } from '../../test/finance.ts'
import { executionDay, OUR_IBAN, payable, saveBank, withdraw } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'
import { changeSetting, settingsOf } from '../content/content.ts'

const DAY_MS = 86_400_000
const AE = 'AE07 0331 2345 6789 0123 456'
const HOLDER = 'NGUYEN THU HA'
const desk = openFinanceDesk()

let count = 0
/** Who can be paid, with 100.00. */
const newMember = () => payable(desk.app, `bic ${++count}`, 10_000n)
const needed = {
  status: 422,
  code: 'bic_is_needed',
  details: { fields: [{ field: 'swift', code: 'bic_is_needed' }] },
}

/** Saves it, and waits until the payout delay is over. */
async function settledAt(member: TestMember, swift?: string) {
  answered(
    await saveBank(desk.app, member, { holder: HOLDER, iban: AE, ...(swift !== undefined && { swift }) }),
  )
  desk.app.clock.advance(DAY_MS)
}
async function approved(member: TestMember): Promise<string> {
  const { withdrawal } = answered(await withdraw(desk.app, await desk.app.signedIn(member), '25.00'))
  const params = { withdrawal_id: withdrawal._id }
  answered(
    await desk.app.call(adminWithdrawalCalls.approveWithdrawal, {
      as: await staff(desk.app, 'owner', 'out'),
      params,
      body: {},
    }),
  )
  return withdrawal._id
}
const createFile = async (
  withdrawal_ids: string[],
  format: 'pain.001.001.03' | 'pain.001.001.09' = 'pain.001.001.09',
) =>
  desk.app.call(adminWithdrawalCalls.createBatch, {
    as: await staff(desk.app, 'finance', 'out'),
    body: { withdrawal_ids, format, execution_day: executionDay(desk.app) },
  })
async function fileOf(withdrawal_id: string, format?: 'pain.001.001.03'): Promise<string> {
  const { _id: batch_id } = answered(await createFile([withdrawal_id], format))
  const { text } = answered(
    await desk.app.call(adminWithdrawalCalls.exportBatch, {
      as: await staff(desk.app, 'finance', 'out'),
      params: { batch_id },
    }),
  )
  return text.replaceAll(/>\s+</g, '><')
}

describe('an IBAN outside SEPA', () => {
  test.each([
    ['AE', AE, 'BOMLAEAD'],
    ['BR', 'BR18 0036 0305 0000 1000 9795 493C 1', 'CEFXBRSP'],
    ['TR', 'TR33 0006 1005 1978 6457 8413 26', 'PTTTTRIS'],
    ['XK', 'XK05 1212 0123 4567 8906', 'NCBVXKPR'],
  ])('of %s is saved with the BIC of a bank there, and not without', async (_country, iban, bic) => {
    const member = await desk.app.member(`iban ${iban.slice(0, 2)}`)
    const save = (swift?: string) =>
      saveBank(desk.app, member, { holder: HOLDER, iban, ...(swift !== undefined && { swift }) })
    for (const wrong of [undefined, '', 'BOML', `${bic}1`, '12345678', 'PSSTFRPP'])
      expect(await save(wrong)).toMatchObject(needed)
    const { bank } = answered(await save(` ${bic.toLowerCase()} `))
    expect(bank).toMatchObject({ iban: iban.replaceAll(' ', ''), swift: bic, bank_code: null })
  })

  test('takes the BIC of the directory’s bank, if it is chosen', async () => {
    const member = await desk.app.member('by directory')
    expect(await saveBank(desk.app, member, { holder: HOLDER, iban: AE, bank_code: 'VCB' })).toMatchObject(
      needed,
    )
    await desk.app.database.asSchemaOwner(
      `insert into bank (code, bin, name, short_name, country, swift, position, fetched_at)
       select code, bin, name, short_name, country, swift, n, now() from (values
         ('VCB', '970436', 'Vietcombank', 'Vietcombank', 'VN', 'BFTVVNVX', 1),
         ('AE-033', null, 'Mashreq', 'Mashreq', 'AE', 'BOMLAEAD', 2)) as b (code, bin, name, short_name, country, swift, n)`,
    )
    const { bank } = answered(
      await saveBank(desk.app, member, { holder: HOLDER, iban: AE, bank_code: 'AE-033' }),
    )
    expect(bank).toMatchObject({ swift: 'BOMLAEAD', bank_name: 'Mashreq' })
    await desk.app.database.asSchemaOwner('delete from bank')
  })

  test('in SEPA needs none, and keeps none', async () => {
    const member = await desk.app.member('sepa')
    const { bank } = answered(
      await saveBank(desk.app, member, { holder: HOLDER, iban: 'DE02120300000000202051', swift: 'BYLADEM1' }),
    )
    expect(bank).toMatchObject({ swift: null })
  })

  test('with another BIC is another account, which waits; with the same nothing changes', async () => {
    const member = await desk.app.member('other bic')
    const details = { holder: HOLDER, iban: AE }
    answered(await saveBank(desk.app, member, { ...details, swift: 'BOMLAEAD' }))
    const same = { user_id: member._id, ...details, swift: 'bomlaead' }
    expect(
      answered(await desk.app.call(bankingCalls.updateBank, { token: member.token, body: same })),
    ).toMatchObject({ hold: null })
    const other = { ...same, swift: 'EBILAEAD' }
    expect(await desk.app.call(bankingCalls.updateBank, { token: member.token, body: other })).toMatchObject({
      code: 'confirmation_is_required',
    })
    expect(answered(await saveBank(desk.app, member, { ...details, swift: 'EBILAEAD' })).hold).toMatchObject({
      reason: 'bank_changed',
    })
  })

  test.each([
    [undefined, '<CdtrAgt><FinInstnId><BICFI>BOMLAEAD</BICFI></FinInstnId></CdtrAgt>'],
    ['pain.001.001.03', '<CdtrAgt><FinInstnId><BIC>BOMLAEAD</BIC></FinInstnId></CdtrAgt>'],
  ] as const)('is paid with its bank in the file (%s)', async (format, agent) => {
    const member = await newMember()
    await settledAt(member, 'BOMLAEAD')
    expect(await fileOf(await approved(member), format)).toContain(`${agent}<Cdtr><Nm>${HOLDER}</Nm>`)
  })

  test('of before is not withdrawn to nor paid until the member has saved the BIC, and the payout delay is over', async () => {
    const member = await newMember()
    await settledAt(member, 'BOMLAEAD')
    const withdrawal_id = await approved(member)
    const forget = async () => {
      await desk.app.database.asSchemaOwner('update bank_details set swift = null where member_id = $1', [
        member._id,
      ])
      await desk.app.database.asSchemaOwner('update withdrawal set swift = null where id = $1', [
        withdrawal_id,
      ])
    }
    await forget()
    const now = await desk.app.signedIn(member)
    expect(await withdraw(desk.app, now, '10.00')).toMatchObject({ status: 422, code: 'bic_is_needed' })
    const refused = {
      status: 409,
      code: 'payout_is_not_ready',
      details: { id: withdrawal_id, why: 'no_bic' },
    }
    expect(await createFile([withdrawal_id])).toMatchObject(refused)
    answered(await saveBank(desk.app, now, { holder: HOLDER, iban: AE, swift: 'EBILAEAD' }))
    expect(await createFile([withdrawal_id])).toMatchObject(refused)
    desk.app.clock.advance(DAY_MS)
    expect(await fileOf(withdrawal_id)).toContain('<BICFI>EBILAEAD</BICFI>')
    await deposit(desk.app.database, member._id, 1000n)
    expect((await withdraw(desk.app, await desk.app.signedIn(member), '10.00')).status).toBe(200)
  })

  test('gets a refund only with its BIC', async () => {
    await take(desk, { amount: '12.00', text: 'from Dubai', name: 'Jo Sender', iban: AE.replaceAll(' ', '') })
    const [line] = await lines(desk, { search: 'from Dubai' })
    const refund = (swift?: string) =>
      desk.app.call(adminBankingCalls.proposeRefund, {
        as: desk.approver,
        params: { line_id: line!._id },
        body: {
          holder: 'Jo Sender',
          account: AE,
          city: 'Dubai',
          country: 'AE',
          ...(swift !== undefined && { swift }),
          reason: 'Nobody here is meant by it.',
        },
      })
    const code = 'field_is_required'
    expect(await refund()).toMatchObject({ code, details: { fields: [{ field: 'swift', code }] } })
    answered(await refund('BOMLAEAD'))
  })
})

describe('the house’s own account', () => {
  test('is no member’s, by IBAN or by number at its bank', async () => {
    const member = await desk.app.member('house')
    const of = (field: string) => ({ fields: [{ field, code: 'payout_account_is_ours' }] })
    expect(await saveBank(desk.app, member, { holder: HOLDER, iban: OUR_IBAN.toLowerCase() })).toMatchObject({
      status: 422,
      code: 'payout_account_is_ours',
      details: of('iban'),
    })
    const before = await desk.app.database.transaction(async (tx) => (await settingsOf(tx)).receive_account!)
    const receiveWith = (account: typeof before) =>
      desk.app.database.transaction((tx) => changeSetting(tx, 'receive_account', account))
    await receiveWith({ ...before, iban: null, account_number: '0011 0042-31899', bic: 'BFTVVNVXXXX' })
    const account = { holder: HOLDER, account_number: '0011.004231899' }
    expect(await saveBank(desk.app, member, { ...account, bank_code: 'VCB' })).toMatchObject({
      status: 422,
      code: 'payout_account_is_ours',
      details: of('account_number'),
    })
    expect((await saveBank(desk.app, member, { ...account, bank_code: 'TCB' })).status).toBe(200)
    await receiveWith(before)
  })
})
