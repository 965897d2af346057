import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { broadcastCalls } from '@fairturn/contract/backoffice/broadcasts'
import { adminPageCalls, adminPopupCalls } from '@fairturn/contract/backoffice/content'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adminLevelCalls } from '@fairturn/contract/backoffice/levels'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminCampaignCalls } from '@fairturn/contract/backoffice/reviews'
import { adminSettingCalls } from '@fairturn/contract/backoffice/settings'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { depositCalls } from '@fairturn/contract/deposits'
// Operators' once-only actions, fifty concurrently in two sessions: exactly the allowed number of successes, one
// effect, a consistent ledger. The list of all once-only actions is test/attack/once.ts.
import type { Endpoint } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallInput, startApp, type TestApp } from '../../../test/app.ts'
import { confirmStatement, openBankAccount } from '../../../test/bank/account.ts'
import { camt053 } from '../../../test/bank/files.ts'
import { uploadBankFile } from '../../../test/bank/upload.ts'
import { deposit, wantedCampaign } from '../../../test/campaigns.ts'
import { answered, draw, placeCampaign, take } from '../../../test/carrying.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../../test/payments.ts'
import { staff, type TestOperator } from '../../../test/staff.ts'
import { createCampaign, payCampaign } from '../../campaigns/campaigns.ts'

const AT_ONCE = 50
/** Two operators press: one's repetitions are answered with the proposal, the other learns that it is there. */
const ONE_PROPOSAL = { ok: AT_ONCE / 2, this_is_proposed_already: AT_ONCE / 2 }
const why = { reason: 'It was pressed fifty times.' }
let app: TestApp
let owners: TestOperator[]
/** They approve nothing. */
let approvers: TestOperator[]
let releasers: TestOperator[]
let members = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app, 'EURO')
  await openBankAccount(app.database)
  owners = [await staff(app, 'owner'), await staff(app, 'owner')]
  approvers = [await staff(app, 'owner', 'out'), await staff(app, 'owner', 'out')]
  releasers = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
})
afterAll(() => app.close())

/** Number of responses by kind (`ok`, or the refusal's code), for concurrent requests. */
async function pressed<E extends Endpoint>(
  call: E,
  sent: CallInput<E>,
  by: readonly TestOperator[] = owners,
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => app.call(call, { ...sent, as: by[i % by.length]! })),
  )
  return tally(answers.map(({ status, code }) => (status === 200 ? 'ok' : code)))
}

function tally(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

async function count(fromWhere: string, ...values: unknown[]): Promise<number> {
  const [row] = await app.database.asSchemaOwner<{ count: number }>(
    `select count(*)::int as count from ${fromWhere}`,
    values,
  )
  return row!.count
}

/** The object's events in the audit log, oldest first. */
async function events(object_id: string): Promise<string[]> {
  const rows = await app.database.asSchemaOwner<{ action: string }>(
    'select action from audit_event where object_id = $1 order by action',
    [object_id],
  )
  return rows.map(({ action }) => action)
}

const paid = () => payable(app, `pressed on ${++members}`, 50_000n)
async function requested(amount = '20.00'): Promise<string> {
  return answered(await withdraw(app, await paid(), amount)).withdrawal._id
}
const approve = (withdrawal_id: string) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, { as: approvers[0]!, params: { withdrawal_id }, body: {} })

describe('withdrawals', () => {
  test('one is approved once', async () => {
    const withdrawal_id = await requested()
    const kinds = await pressed(
      adminWithdrawalCalls.approveWithdrawal,
      {
        params: { withdrawal_id },
        body: {},
      },
      approvers,
    )
    expect(kinds).toEqual({ ok: 1, withdrawal_is_in_another_state: AT_ONCE - 1 })
    expect(await events(withdrawal_id)).toEqual(['withdrawal_approved'])
  })

  test('one is refused once, and its money is released once', async () => {
    const withdrawal_id = await requested()
    const kinds = await pressed(
      adminWithdrawalCalls.refuseWithdrawal,
      {
        params: { withdrawal_id },
        body: { reason: 'account_does_not_exist' },
      },
      approvers,
    )
    expect(Object.keys(kinds)).toContain('ok')
    expect(await events(withdrawal_id)).toEqual(['withdrawal_refused'])
  })

  test('one is put into one payment file, which is exported to the same text and sent once', async () => {
    const withdrawal_id = await requested()
    answered(await approve(withdrawal_id))
    const body = {
      withdrawal_ids: [withdrawal_id],
      format: 'pain.001.001.09' as const,
      execution_day: executionDay(app),
    }
    const formats = await pressed(adminWithdrawalCalls.createBatch, { body }, releasers)
    expect(formats).toEqual({ ok: 1, payout_is_not_ready: AT_ONCE - 1 })
    const [item] = await app.database.asSchemaOwner<{ batch_id: string }>(
      'select batch_id from payout_item where withdrawal_id = $1',
      [withdrawal_id],
    )
    const params = { batch_id: item!.batch_id }
    expect(await pressed(adminWithdrawalCalls.exportBatch, { params }, releasers)).toEqual({ ok: AT_ONCE })
    expect(await pressed(adminWithdrawalCalls.sendBatch, { params }, releasers)).toEqual({ ok: AT_ONCE })
    expect(await count(`entry where type = 'withdrawal_sent' and refers_to = $1`, withdrawal_id)).toBe(1)
  })
})

describe('incoming money', () => {
  test('the same bank file is imported once and credits once', async () => {
    const member = await paid()
    const announced = await app.call(depositCalls.deposit, {
      token: member.token,
      key: newId(app.clock.now()),
      body: { user_id: member._id, amount: '25.00', method: 'bank_transfer' },
    })
    const content = camt053({
      currency: 'EUR',
      id: 'FIFTY-1',
      lines: [{ amount: '25.00', e2e: answered(announced).reference }],
    })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        uploadBankFile(app, owners[i % 2]!, { path: 'bank-statements', content }),
      ),
    )
    expect(answers.filter(({ code }) => code !== undefined && code !== 'service_is_busy')).toEqual([])
    expect(await count(`bank_statement where statement_id = 'FIFTY-1'`)).toBe(1)
    const { list } = answered(
      await app.call(adminBankingCalls.statements, { as: owners[0]!, query: { status: 'unconfirmed' } }),
    )
    expect(await confirmStatement(app, list[0]!._id, await staff(app, 'owner'))).toMatchObject({
      right: true,
    })
    const deposit_id = answered(announced)._id
    expect(await count(`entry where type = 'deposit_credited' and refers_to = $1`, deposit_id)).toBe(1)
  })

  test('an announced deposit is refused once', async () => {
    const member = await paid()
    const { _id: deposit_id } = answered(
      await app.call(depositCalls.deposit, {
        token: member.token,
        key: newId(app.clock.now()),
        body: { user_id: member._id, amount: '26.00', method: 'bank_transfer' },
      }),
    )
    const kinds = await pressed(adminDepositCalls.refuseDeposit, { params: { deposit_id }, body: why })
    expect(Object.keys(kinds)).toContain('ok')
    expect(await events(deposit_id)).toEqual(['deposit_refused'])
  })
})

describe('campaigns in review', () => {
  const inReview = async () => {
    const placer = await paid()
    return await app.database.transaction(async (tx) => {
      const { id, budget_minor, service_fee_minor } = await createCampaign(tx, wantedCampaign(tx, placer._id))
      await deposit(tx, placer._id, budget_minor + service_fee_minor)
      await payCampaign(tx, { member_id: placer._id, campaign_id: id })
      return id
    })
  }

  test('one is approved once', async () => {
    const campaign_id = await inReview()
    expect(await pressed(adminCampaignCalls.approve, { params: { campaign_id } })).toEqual({
      ok: 1,
      campaign_is_not_in_review: AT_ONCE - 1,
    })
    expect(await events(campaign_id)).toEqual(['campaign_approved'])
  })

  test('one is approved or rejected, never both', async () => {
    const campaign_id = await inReview()
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        i % 2 === 0
          ? app.call(adminCampaignCalls.approve, { as: owners[0]!, params: { campaign_id } })
          : app.call(adminCampaignCalls.reject, { as: owners[1]!, params: { campaign_id }, body: why }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(AT_ONCE / 2)
    const [done, ...more] = await events(campaign_id)
    expect(more).toEqual([])
    const status = done === 'campaign_approved' ? 'active' : 'rejected'
    expect(await count('campaign where id = $1 and status = $2', campaign_id, status)).toBe(1)
  })

  test('one is taken down once', async () => {
    const campaign_id = await inReview()
    answered(await app.call(adminCampaignCalls.approve, { as: owners[0]!, params: { campaign_id } }))
    await pressed(adminCampaignCalls.takeDown, { params: { campaign_id }, body: why })
    expect(await events(campaign_id)).toEqual(['campaign_approved', 'campaign_taken_down'])
  })
})

describe('published content', () => {
  test('of concurrent saves of a popup or a setting from one version, one succeeds; of a page, one proposal is made', async () => {
    const before = await count('version')
    const lost = { ok: 1, somebody_else_has_changed_this: AT_ONCE - 1 }
    const page = {
      params: { name: 'company-profile', locale: 'en' } as const,
      body: { html: '<p>x</p>', expected: 0, ...why },
    }
    expect(await pressed(adminPageCalls.change, page)).toEqual(ONE_PROPOSAL)
    expect(await count('proposal where kind = $1', 'page_change')).toBe(1)
    const popup = {
      params: { locale: 'en' } as const,
      body: { is_on: false, image: null, alt: null, expected: 0, ...why },
    }
    expect(await pressed(adminPopupCalls.change, popup)).toEqual(lost)
    const setting = { params: { name: 'offer_minutes' } as const, body: { value: 50, expected: 0, ...why } }
    expect(await pressed(adminSettingCalls.change, setting)).toEqual(lost)
    // Before and after the change.
    expect(await count('version')).toBe(before + 4)
  })

  test('one change of the levels or of the receiving account, proposed fifty times, is one proposal', async () => {
    const { levels, version: expected } = answered(await app.call(adminLevelCalls.table, { as: owners[0]! }))
    const rows = levels.map(({ members: _members, bought: _bought, ...row }, at) =>
      Object.assign(row, at === 1 && { joining_fee: '21.00' }),
    )
    const before = await count('version')
    expect(await pressed(adminLevelCalls.change, { body: { levels: rows, expected, ...why } })).toEqual(
      ONE_PROPOSAL,
    )
    const params = { name: 'receive-account', locale: 'en' } as const
    const body = { html: '<p>Fifty</p>', expected: 0, ...why }
    expect(await pressed(adminPageCalls.change, { params, body })).toEqual(ONE_PROPOSAL)
    for (const kind of ['level_table_change', 'money_page_change'])
      expect(await count('proposal where kind = $1', kind)).toBe(1)
    expect(await count('version')).toBe(before)
  })

  test('a broadcast is proposed once', async () => {
    const body = {
      texts: { vn: { title: 'Tin', text: 'Có tin mới.' } },
      path: null,
      audience: { level_id: null, locale: null, active_days: null },
    }
    const { _id: broadcast_id, version } = answered(
      await app.call(broadcastCalls.write, { as: owners[0]!, body }),
    )
    const kinds = await pressed(broadcastCalls.send, {
      params: { broadcast_id },
      body: { version, send_at: null, ...why },
    })
    expect(kinds).toEqual(ONE_PROPOSAL)
    expect(await count('proposal where kind = $1', 'broadcast_sending')).toBe(1)
  })
})

test('an adjustment and a refund, sent fifty times with one key, are proposed once each', async () => {
  const member = await paid()
  const { _id: member_id } = member
  await placeCampaign(app, await app.member('placer of an order'))
  const { _id: refers_to } = answered(await take(app, member, answered(await draw(app, member))._id))
  const money = { refers_to, amount: '1.00', ...why }
  const sides = { from: { kind: 'revenue' }, to: { kind: 'member_available', holder_id: member_id } } as const
  const adjusted = { body: { adjustment: 'goodwill', ...sides, ...money } } as const
  const refunded = { params: { member_id }, body: { subject: 'order', ...money } } as const
  const [owner] = owners
  const made = () => count('proposal where member_id = $1', member_id)
  const without = await app.call(ledgerCalls.proposeAdjustment, { ...adjusted, as: owner! })
  expect([without.code, await made()]).toEqual(['idempotency_key_is_required', 0])
  const key = 'a-key-of-an-adjustment'
  expect(await pressed(ledgerCalls.proposeAdjustment, { ...adjusted, key }, [owner!])).toEqual({
    ok: AT_ONCE,
  })
  expect(await made()).toBe(1)
  const other = 'a-key-of-a-refund'
  expect(await pressed(adjustmentCalls.proposeRefund, { ...refunded, key: other }, [owner!])).toEqual({
    ok: AT_ONCE,
  })
  expect(await made()).toBe(2)
})

test('a lock is ended once', async () => {
  const { _id: member_id } = await paid()
  const body = { kind: 'conduct' as const, ...why }
  answered(await app.call(adminMemberCalls.lock, { as: owners[0]!, params: { member_id }, body }))
  expect(await pressed(adminMemberCalls.unlock, { params: { member_id }, body: why })).toEqual({
    ok: 1,
    member_is_not_locked: AT_ONCE - 1,
  })
  expect(await events(member_id)).toEqual(['member_locked', 'member_unlocked'])
})

test('the ledger check finds nothing after every test above', async () => {
  await expect(expectPaymentsCorrect(app)).resolves.toBeUndefined()
})
