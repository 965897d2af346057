// Refusals that no test of their module asks for, through HTTP where that is possible. That every code is expected somewhere is checked by
// contract/src/refusals.test.ts.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminPageCalls } from '@fairturn/contract/backoffice/content'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { COUNTRIES } from '@fairturn/contract/countries'
import { newId } from '@fairturn/contract/ids'
import { postbackCalls } from '@fairturn/contract/postbacks'
import { adminProofCalls, proofCalls } from '@fairturn/contract/proofs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { pain002 } from '../../../test/bank/files.ts'
import { uploadBankFile } from '../../../test/bank/upload.ts'
import { answered, placeCampaign, unpaidCampaign } from '../../../test/carrying.ts'
import { payable, receiveAt, withdraw } from '../../../test/payments.ts'
import { newKey } from '../../../test/postbacks.ts'
import { staff, type TestOperator } from '../../../test/staff.ts'
import { checkLanding } from '../../campaigns/landing.ts'
import { changeSetting } from '../../content/content.ts'
import { approveWithdrawal } from '../../withdrawals/withdrawals.ts'

let app: TestApp
let owner: TestOperator
let finance: TestOperator
let placer: TestMember
const reason = 'As agreed. It is written down.'
const inTx = <T>(work: Parameters<typeof app.database.transaction<T>>[0]) => app.database.transaction(work)

beforeAll(async () => {
  app = await startApp({
    variables: { PROOF_SIGNING_KEY: randomBytes(32).toString('base64url') },
  })
  owner = await staff(app, 'owner')
  finance = await staff(app, 'finance')
  placer = await app.member('placer one')
})
afterAll(() => app.close())

test('there is no proof before the first; its configured key is not replaced by a call', async () => {
  expect(await app.call(proofCalls.mine, { token: placer.token, body: {} })).toMatchObject({
    status: 404,
    code: 'there_is_no_proof_yet',
  })
  expect(await app.call(adminProofCalls.changeKey, { as: owner })).toMatchObject({
    status: 409,
    code: 'proof_key_is_configured',
  })
})

test('a campaign is for at most 50 countries', async () => {
  const { token } = placer
  const countries = Object.keys(COUNTRIES).slice(0, 51)
  expect(
    await app.call(campaignCalls.create, { token, key: 'too-many-countries', body: { countries } as never }),
  ).toMatchObject({
    status: 422,
    details: { fields: expect.arrayContaining([{ field: 'countries', code: 'too_many_countries' }]) },
  })
})

test('a campaign that is cancelled cannot be paid', async () => {
  const params = { campaign_id: (await inTx((tx) => unpaidCampaign(tx, placer))).id }
  const { token } = placer
  answered(await app.call(campaignCalls.cancel, { token, params }))
  await app.confirm(placer, '100.00')
  expect(await app.call(campaignCalls.pay, { token, params })).toMatchObject({
    status: 409,
    code: 'campaign_cannot_be_paid',
  })
})

// Below the call, which would look for another host to tell that the fault is not ours: a test has no internet.
test('a landing page that does not answer within eight seconds cannot be placed', async () => {
  const site = createServer(() => undefined)
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const landing_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const guard = { allowLoopback: true, demo: false }
  const reached = { ...guard, reachesInternet: async () => true }
  const input = { member_id: placer._id, landing_url }
  const { problem } = await checkLanding(app.database, input, reached)
  expect(problem).toBe('landing_page_is_too_slow')
  site.closeAllConnections()
  site.close()
})

test('postbacks: of a campaign without them, without a key, and unknown keys and deliveries', async () => {
  const { token } = placer
  const { id: without } = await placeCampaign(app, placer)
  await app.confirm(placer)
  expect(await app.call(postbackCalls.createKey, { token, params: { campaign_id: without } })).toMatchObject({
    status: 409,
    code: 'campaign_has_no_postbacks',
  })
  const terms = { kind: 'purchase', verification: 'postback' } as const
  const { id: campaign_id } = await placeCampaign(app, placer, terms)
  const params = { campaign_id, key_id: newId(app.clock.now()), delivery_id: newId(app.clock.now()) }
  expect(await app.call(postbackCalls.test, { token, params })).toMatchObject({
    status: 409,
    code: 'there_is_no_postback_key',
  })
  expect(await app.call(postbackCalls.retireKey, { token, params, body: {} })).toMatchObject({
    status: 404,
    code: 'postback_key_is_unknown',
  })
  expect(await app.call(postbackCalls.replay, { token, params })).toMatchObject({
    status: 404,
    code: 'postback_delivery_is_unknown',
  })
  await newKey(app, placer, campaign_id)
  expect((await app.call(postbackCalls.test, { token, params })).status).toBe(200)
})

test('operators: an invalid name, one that is taken, one that is unknown', async () => {
  const invite = (username: string) =>
    app.call(staffCalls.invite, { as: owner, body: { username, role: 'support', reason } })
  expect(await invite('Not A Name')).toMatchObject({ status: 422, code: 'operator_name_is_invalid' })
  expect(await invite(finance.username)).toMatchObject({
    status: 409,
    code: 'operator_name_is_taken',
    details: { fields: [{ field: 'username' }] },
  })
  const params = { operator_id: newId(app.clock.now()) }
  expect(await app.call(staffCalls.recover, { as: owner, params, body: { reason } })).toMatchObject({
    status: 404,
    code: 'operator_is_unknown',
  })
})

test('an operator’s last second factor stays', async () => {
  const operator = await staff(app, 'support')
  const passkey_id = newId(app.clock.now())
  await app.database.asSchemaOwner(
    `insert into passkey
       (id, subject_kind, subject_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
     values ($1, 'operator', $2, 'the_only_one_of_this_operator', 'key'::bytea, 0, '{}', 'key', false, now())`,
    [passkey_id, operator._id],
  )
  const params = { passkey_id }
  expect(await app.call(staffCalls.removePasskey, { as: operator, params })).toMatchObject({
    status: 409,
    code: 'last_proof_must_stay',
  })
  expect(answered(await app.call(staffCalls.passkeys, { as: operator })).list).toHaveLength(1)
})

test('the page that names our account is proposed alone', async () => {
  const pages = (['receive-account', 'ordering-rules'] as const).map((name) => ({
    name,
    locale: 'en' as const,
    html: '<p>Another text</p>',
    expected: 1,
  }))
  expect(await app.call(adminPageCalls.propose, { as: owner, body: { pages, reason } })).toMatchObject({
    status: 422,
    code: 'receiving_page_is_proposed_alone',
  })
})

test('the reason for a look at a member, which they read, names no contact details', async () => {
  const look = (why: string) =>
    app.call(adminMemberCalls.detail, {
      as: owner,
      params: { member_id: placer._id },
      query: { reason: why },
    })
  expect(await look('Call me at +84 912 345 678')).toMatchObject({
    status: 422,
    code: 'reason_names_contact_details',
  })
  expect((await look(reason)).status).toBe(200)
})

test('bank files: without our account, with an unknown mapping, and without balances where none came before', async () => {
  const upload = (content: string, fields: Record<string, string> = {}) =>
    uploadBankFile(app, finance, { path: 'bank-statements', content, fields })
  expect(
    await app.call(bankStatementCalls.proposeOpeningBalance, { as: finance, body: { reason } }),
  ).toMatchObject({ status: 409, code: 'receiving_account_is_not_set' })
  await receiveAt(app)
  const content = 'Day;Amount;Text\n2026-11-20;12,00;rent\n'
  expect(await upload(content, { mapping_id: newId(app.clock.now()) })).toMatchObject({
    code: 'csv_mapping_is_unknown',
  })
  const mapping = {
    separator: ';',
    decimal: ',',
    day_format: 'yyyy-MM-dd',
    encoding: 'utf-8',
    skip_lines: 0,
    newest_first: false,
    amounts: 'signed',
    columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
  } as const
  const body = {
    name: 'Bare',
    mapping: { ...mapping, columns: { ...mapping.columns, remittance: ['Text'] } },
  }
  const { _id: mapping_id } = answered(await app.call(adminBankingCalls.saveMapping, { as: finance, body }))
  expect(await upload(content, { mapping_id })).toMatchObject({ code: 'bank_statement_needs_balances' })
  const report = pain002({ reference: 'P-1', group: 'ACCP' })
  expect(await upload(report)).toMatchObject({ code: 'bank_file_is_of_another_kind' })
})

// The call proposes it instead; what else approves must not get around that.
test('a withdrawal above the threshold is approved by two, whoever calls', async () => {
  await inTx((tx) => changeSetting(tx, 'two_person_withdrawal', '50.00'))
  const member = await payable(app, 'above', 20_000n)
  const { _id: withdrawal_id } = answered(await withdraw(app, member, '100.00')).withdrawal
  const { actor } = await staff(app, 'finance', 'out')
  await expect(inTx((tx) => approveWithdrawal(tx, { withdrawal_id, actor }))).rejects.toMatchObject({
    code: 'withdrawal_takes_two_people',
  })
})
