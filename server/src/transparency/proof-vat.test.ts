// VAT in proofs and public figures: what is paid with a campaign is the placer's until it is due, what is due is the state's.
import { formatMoney } from '@fairturn/contract/minor-units'
import { checkProof } from '@fairturn/contract/proof/check'
import { readStatement, statementText } from '@fairturn/contract/proof/statement'
import { adminProofCalls, proofCalls } from '@fairturn/contract/proofs'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { cryptography as crypto, failures, verifier } from '../../test/device.ts'
import { setSeller } from '../../test/invoices.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { cancelCampaign } from '../campaigns/campaigns.ts'

let app: TestApp
let finance: TestOperator
let placer: TestMember
beforeAll(async () => {
  app = await startApp()
  finance = await staff(app, 'finance')
  placer = await app.member('placer')
}, 60_000)
afterAll(() => app.close())

async function make() {
  app.clock.advance(5_000)
  return answered(await app.call(adminProofCalls.make, { as: finance }))
}
const keys = async () => answered(await app.call(proofCalls.keys)).list
const mine = async () =>
  answered(await app.call(proofCalls.mine, { token: placer.token, body: { user_id: placer._id } }))
async function check() {
  const evidence = await mine()
  const checked = await checkProof(
    {
      evidence,
      keys: await keys(),
      between: [],
      seen: undefined,
      me: { member_id: placer._id, username: placer.username },
      had: undefined,
      currency: 'USD',
      now_ms: app.clock.now().getTime(),
    },
    crypto,
  )
  return { evidence, checked }
}

test('without VAT a proof is of version 2; with VAT of version 3, and a device and the command line check it', async () => {
  await deposit(app.database, placer._id, 10_000n)
  expect((await make()).statement).toMatch(/^Fairturn proof of liabilities, version 2\n/)
  expect(failures((await check()).checked)).toEqual([])

  await app.database.transaction((tx) => setSeller(tx))
  const spent = await placeCampaign(app, placer)
  const carrier = await app.member('carrier')
  answered(await claim(app, carrier, (await carry(app, carrier))._id))
  await app.database.transaction((tx) => cancelCampaign(tx, { member_id: placer._id, campaign_id: spent.id }))
  // 4.00 and 0.92 of fee, of which VAT is 0.9348.
  await placeCampaign(app, placer)

  const made = await make()
  const statement = readStatement(made.statement)!
  expect(made.statement).toMatch(/^Fairturn proof of liabilities, version 3\n/)
  expect(statementText(statement)).toBe(made.statement)
  expect(statement.by_kind_minor.campaign_vat).toBe(93n)
  expect(statement.by_kind_minor.vat).toBeGreaterThan(0n)
  const { liabilities } = answered(await app.call(transparencyCalls.figures))
  for (const kind of ['campaign_vat', 'vat'] as const)
    expect(liabilities.parts).toContainEqual(
      expect.objectContaining({ kind, amount: formatMoney(statement.by_kind_minor[kind]) }),
    )

  const { evidence, checked } = await check()
  expect(failures(checked)).toEqual([])
  expect(checked.owed_minor.campaign_vat).toBe(93n)
  expect(evidence.leaves.some(({ kind }) => kind === 'vat')).toBe(false)
  const right = await verifier([evidence, await keys()], '--campaign-vat', '0.93')
  expect([right.code, right.output]).toEqual([
    0,
    expect.stringContaining('campaign_vat was 0.93 in proof 2, as you say'),
  ])
  expect((await verifier([evidence, await keys()], '--campaign-vat', '0.92')).code).not.toBe(0)
})

test('a statement of version 3 without VAT, or of version 2 with it, is none', async () => {
  const { statement } = (await mine()).proof
  const zero = statement
    .replace(/campaign_vat_minor: \d+/, 'campaign_vat_minor: 0')
    .replace(/\nvat_minor: \d+/, '\nvat_minor: 0')
  expect(readStatement(statement)).toBeDefined()
  expect(readStatement(zero)).toBeUndefined()
  expect(readStatement(statement.replace('version 3', 'version 2'))).toBeUndefined()
})
