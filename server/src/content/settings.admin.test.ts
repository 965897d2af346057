// Settings in the back office: validated, versioned, and refused if a promise would break.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { may } from '@fairturn/contract/backoffice/roles'
import {
  adminSettingCalls as calls,
  proposalOf,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
} from '@fairturn/contract/backoffice/settings'
import { contentCalls } from '@fairturn/contract/content'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal, expectToWaitFor } from '../../test/approvals.ts'
import { deposit } from '../../test/campaigns.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { changeSetting, settingsOf } from './content.ts'
import { settingsOnWire } from './settings.ts'

let app: TestApp
let owner: TestOperator
let other: TestOperator
beforeAll(async () => {
  app = await startApp({
    rules: 'default',
    variables: {
      DEPOSIT_LINK_HOSTS: 'pay.example.com, Bank.example:8443',
      SUPPORT_LINK_HOSTS: 'help.example.com',
    },
  })
  owner = await staff(app, 'owner')
  other = await staff(app, 'owner')
})
afterAll(() => app.close())

test('until it is changed, every setting has the initial value of its definition', async () => {
  expect((await all()).values).toEqual(
    Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].initial])),
  )
  const changed = { service_fee: 30.5, min_withdrawal: '12.34', withdrawal_bank_days: { from: 0, to: 3 } }
  const rollback = new Error('nothing is kept')
  const stored = app.database.transaction(async (tx) => {
    for (const [name, value] of Object.entries(changed))
      await changeSetting(tx, name as SettingName, value as never)
    const values = await settingsOf(tx)
    expect(values).toMatchObject({ service_fee_bp: 3050, min_withdrawal_minor: 1234n })
    expect(settingsOnWire(values)).toMatchObject(changed)
    throw rollback
  })
  await expect(stored).rejects.toBe(rollback)
})

const all = async () => answered(await app.call(calls.all, { as: owner }))
const versionOf = async (name: SettingName) => (await all()).versions[name]!
const change = async (
  name: SettingName,
  value: unknown,
  more: { as?: TestOperator; expected?: number; reason?: string } = {},
) => {
  app.clock.advance(1000)
  return await app.call(calls.change, {
    as: more.as ?? owner,
    params: { name },
    body: {
      value,
      reason: more.reason ?? 'We agreed on it.',
      expected: more.expected ?? (await versionOf(name)),
    },
  })
}
const history = async (name: SettingName) =>
  answered(await app.call(calls.history, { as: owner, params: { name } })).list
const restore = async (name: SettingName, number: number) =>
  await app.call(calls.restore, {
    as: owner,
    params: { name },
    body: { number, reason: 'It was better. It is written down.', expected: await versionOf(name) },
  })
const approve = (proposal_id: string, as = other) => approveProposal(app, proposal_id, as)

const withdrawn = async (proposal_id: string) =>
  answered(await app.call(approvalCalls.withdraw, { as: owner, params: { proposal_id } }))

/** Proposed by an owner and approved by another; throws on refusals. */
async function changeByTwo(name: SettingName, value: unknown) {
  const { proposal_id } = answered(await change(name, value))
  answered(await approve(proposal_id!))
}

test('a change takes effect immediately, is a version with author and reason, and is logged with before and after', async () => {
  expect((await all()).versions['offer_minutes']).toBe(0)
  expect(answered(await change('offer_minutes', 7))).toEqual({ version: 2, proposal_id: null })
  expect((await settingsOf(app.database)).offer_minutes).toBe(7)
  expect(await history('offer_minutes')).toMatchObject([
    { number: 2, content: 7, made_by: owner.username, reason: 'We agreed on it.' },
    { number: 1, content: 5, made_by: null, reason: null },
  ])
  const { list } = answered(
    await app.call(auditCalls.acts, { as: owner, query: { action: 'setting_changed' } }),
  )
  expect(list[0]).toMatchObject({
    actor: owner.actor,
    object: { kind: 'setting', _id: 'offer_minutes' },
    before: { value: 5 },
    after: { value: 7, version: 2 },
  })
})

test('a restore creates a new version that refers to the restored one', async () => {
  answered(await change('offer_minutes', 9))
  answered(await restore('offer_minutes', 1))
  expect((await settingsOf(app.database)).offer_minutes).toBe(5)
  expect((await history('offer_minutes'))[0]).toMatchObject({ content: 5, restored_from: 1 })
  expect(await restore('offer_minutes', 1)).toMatchObject({ status: 409, code: 'nothing_would_change' })
  expect(await restore('offer_minutes', 9)).toMatchObject({ status: 404, code: 'version_is_unknown' })
})

test.each<[SettingName, unknown]>([
  ['site_title', ''],
  ['link_support', 'javascript:alert(1)'],
  ['time_zone', 'Mars/Olympus'],
  ['currency', 'GBP'],
  ['service_fee', 25.001],
  ['service_fee', '25'],
  ['offer_minutes', 0],
  ['min_withdrawal', '1e3'],
  ['withdrawal_bank_days', { from: 3, to: 2 }],
  ['receive_account', { holder: 'Fairturn', bank: 'Bank', account_number: null, iban: null, bic: null }],
  [
    'receive_account',
    { holder: 'Fairturn', bank: 'Bank', account_number: '1234', iban: null, bic: null, to: 'me' },
  ],
])('%s refuses %j', async (name, value) => {
  expect(await change(name, value)).toMatchObject({ status: 422 })
})

test('a change without a reason, or without a change, is refused', async () => {
  expect(await change('site_title', 'Other', { reason: ' ' })).toMatchObject({ code: 'reason_is_required' })
  expect(await change('link_support', null)).toMatchObject({ status: 409, code: 'nothing_would_change' })
})

test('of two saves from the same version exactly one succeeds, the other is refused', async () => {
  const expected = await versionOf('withdrawal_bank_days')
  const save = (as: TestOperator, to: number) =>
    change('withdrawal_bank_days', { from: 1, to }, { as, expected })
  const answers = await Promise.all([save(owner, 3), save(other, 4)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    code: 'somebody_else_has_changed_this',
  })
  expect((await history('withdrawal_bank_days')).map(({ number }) => number)).toEqual([2, 1])
})

test('a service fee that cannot fund the levels is refused with the failing sum', async () => {
  expect((await all()).bounds.lowest_service_fee).toBe(20)
  expect(await change('service_fee', 19.99)).toMatchObject({
    status: 409,
    code: 'bonus_and_discount_exceed_the_service_fee',
    details: { bonus_bp: 1200, discount_bp: 800, sumBp: 2000, service_fee_bp: 1999 },
  })
  await changeByTwo('service_fee', 20)
  expect((await settingsOf(app.database)).service_fee_bp).toBe(2000)
  await changeByTwo('service_fee', 25)
})

test('promise 5: a minimum or a fee that would hinder withdrawals is refused, also in two steps', async () => {
  expect(await change('min_withdrawal', '50.01')).toMatchObject({
    status: 422,
    code: 'minimum_withdrawal_is_too_high',
    details: { minimum: '50.01', highest: '50.00' },
  })
  expect(await change('withdrawal_fee', '1.01')).toMatchObject({
    status: 422,
    code: 'withdrawal_fee_is_too_high',
    details: { fee: '1.01', minimum: '10.00', highest: '1.00' },
  })
  await changeByTwo('withdrawal_fee', '1.00')
  expect(await change('min_withdrawal', '9.99')).toMatchObject({ code: 'withdrawal_fee_is_too_high' })
  // Each is valid only as long as the other is not executed.
  await changeByTwo('min_withdrawal', '50.00')
  const lower = answered(await change('min_withdrawal', '20.00')).proposal_id!
  const higher = answered(await change('withdrawal_fee', '5.00')).proposal_id!
  const both = await Promise.all([approve(lower), approve(higher)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.find(({ status }) => status !== 200)).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'withdrawal_fee_is_too_high' },
  })
  const { min_withdrawal_minor, withdrawal_fee_minor } = await settingsOf(app.database)
  expect(withdrawal_fee_minor * 10n).toBeLessThanOrEqual(min_withdrawal_minor)
  // Either may have won the race: the tests below start from a fee that allows every minimum of theirs.
  if (withdrawal_fee_minor > 100n) await changeByTwo('withdrawal_fee', '1.00')
  if (min_withdrawal_minor !== 5000n) await changeByTwo('min_withdrawal', '50.00')
})

const ACCOUNT = {
  holder: 'Fairturn',
  bank: 'Bank',
  account_number: '0123456789',
  iban: null,
  bic: null,
  street: null,
  postal_code: null,
  city: 'Hà Nội',
  country: 'VN',
}

test('the receiving account is changed by two operators: proposed, approved by another, and stored with both names', async () => {
  const proposed = answered(await change('receive_account', ACCOUNT))
  expect(proposed).toMatchObject({ version: null })
  expect((await settingsOf(app.database)).receive_account).toBeNull()
  expect(await approve(proposed.proposal_id!, owner)).toMatchObject({ code: 'another_operator_must_approve' })
  answered(await approve(proposed.proposal_id!))
  expect((await settingsOf(app.database)).receive_account).toEqual(ACCOUNT)
  expect((await history('receive_account'))[0]).toMatchObject({
    content: ACCOUNT,
    made_by: owner.username,
    approved_by: other.username,
  })
})

const SELLER = {
  legal_name: 'Fairturn GmbH',
  street: 'Lindenstraße 1',
  postal_code: '10969',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE136695976',
  tax_number: null,
  registration_number: 'HRB 1234',
  email: null,
  exemption: null,
  vat_currency: 'EUR',
  vat_exchange_rate: '0.92',
}

const TAKES_TWO = {
  site_title: 'Another title',
  link_support: 'https://help.example.com/chat',
  link_deposit: 'https://pay.example.com/here',
  time_zone: 'Pacific/Kiritimati',
  mobile_networks: ['113.160.0.0/11', '2402:800::/32'],
  service_fee: 30,
  unseen_limit: '6.00',
  least_counted_award: '0.30',
  highest_price_page: '0.30',
  highest_order_page: '30.00',
  highest_price_beacon: '0.60',
  highest_order_beacon: '60.00',
  highest_price_postback: '900.00',
  receive_account: { ...ACCOUNT, bank: 'Another bank' },
  highest_deposit: '90000.00',
  min_withdrawal: '12.00',
  withdrawal_fee: '0.50',
  two_person_withdrawal: '1500.00',
  vat_rates: [{ country: 'DE', rate: 19, from: '2007-01-01' }],
  seller: SELLER,
  supply: 'agent',
  chart: { ...SETTINGS.chart.initial, cash: '1200' },
  documents_kept_years: 12,
} as const satisfies Partial<Record<SettingName, unknown>>

const ALONE: readonly SettingName[] = ['offer_minutes', 'answer_hours', 'currency', 'withdrawal_bank_days']

test('what one owner changes alone is listed; all else takes two and is tried below', () => {
  expect(SETTING_NAMES.filter((name) => proposalOf(name) === undefined)).toEqual(ALONE)
  expect(new Set([...Object.keys(TAKES_TWO), ...ALONE])).toEqual(new Set(SETTING_NAMES))
})

test.each(Object.entries(TAKES_TWO) as [SettingName, unknown][])(
  '%s takes two owners: changes and restores by one alone, or with another role, have no effect',
  async (name, value) => {
    const before = (await all()).values[name]
    const { version, proposal_id } = answered(await change(name, value))
    expect(version).toBeNull()
    await expectToWaitFor(app, proposal_id!, may.change_rules)
    expect((await all()).values[name]).toEqual(before)
    expect(await approve(proposal_id!, owner)).toMatchObject({ code: 'another_operator_must_approve' })
    answered(await approve(proposal_id!))
    expect((await all()).values[name]).toEqual(value)
    const { number } = (await history(name))[0]!
    const restored = answered(await restore(name, number - 1))
    // The product's own title is put back by one.
    if (name === 'site_title') return
    expect(restored).toMatchObject({ version: null })
    expect((await all()).values[name]).toEqual(value)
    await withdrawn(restored.proposal_id!)
  },
)

const eights = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}.0.0.0/8`)

test.each<[string, string[]]>([
  ['network_is_not_public', ['10.0.0.0/8']],
  ['network_is_not_public', ['113.160.0.0/11', '100.64.0.0/10']],
  ['network_is_not_public', ['192.168.1.0/24']],
  ['network_is_not_public', ['172.0.0.0/8']],
  ['network_is_not_public', ['172.16.0.1/32']],
  ['network_is_not_public', ['240.0.0.0/8']],
  ['network_is_not_public', ['fc00::/32']],
  ['network_is_not_public', ['2001:db8::/32']],
  ['network_is_not_public', ['2001::/19']],
  ['network_is_not_public', ['::ffff:10.0.0.0/104']],
  ['network_is_not_public', eights(1, 223)],
  ['networks_are_too_wide', eights(11, 99)],
  ['networks_are_too_wide', [...eights(41, 44), '113.160.0.0/32']],
  ['networks_are_too_wide', Array.from({ length: 17 }, (_, at) => `24${16 + at}::/19`)],
])('mobile_networks refuses as %s, case %#', async (code, value) => {
  expect(await change('mobile_networks', value)).toMatchObject({ status: 422, code })
})

test.each<[string[]]>([
  [eights(41, 44)],
  [['172.32.0.0/11', '2607:fb90::/28', '2409:8000::/20', '2003::/19', '240e::/20']],
])('mobile_networks can be a bounded part of the internet, case %#', async (value) => {
  const { version, proposal_id } = answered(await change('mobile_networks', value))
  expect(version).toBeNull()
  await withdrawn(proposal_id!)
})

test.each([
  ['link_deposit', 'https://evil.example/pay'],
  ['link_deposit', 'https://pay.example.com@evil.example/'],
  ['link_deposit', 'https://pay.example.com.evil.example/'],
  ['link_deposit', 'https://pay.example.com:8443/'],
  ['link_deposit', 'https://help.example.com/'],
  ['link_support', 'https://pay.example.com/'],
] as const)('a link is accepted only to hosts that the configuration names: %s %s', async (name, value) => {
  expect(await change(name, value)).toMatchObject({ status: 422, code: 'link_host_is_not_configured' })
})

test('hosts are compared in lower case and with their port; the screen lists them', async () => {
  await changeByTwo('link_deposit', 'https://BANK.example:8443/in')
  expect((await all()).bounds.deposit_link_hosts).toEqual(['pay.example.com', 'bank.example:8443'])
})

test('a stored deposit link to a host that is not configured is not shown', async () => {
  await changeByTwo('link_deposit', 'https://pay.example.com/in')
  const shown = async () => answered(await app.call(contentCalls.settings)).link_deposit.value
  expect(await shown()).toBe('https://pay.example.com/in')
  await app.database.transaction((tx) => changeSetting(tx, 'link_deposit', 'https://evil.example/in'))
  expect(await shown()).toBeNull()
})

test('a second value is not proposed while another waits, by a colleague or the same person', async () => {
  const { proposal_id } = answered(await change('two_person_withdrawal', '2000.00'))
  const colleague = await staff(app, 'owner')
  for (const as of [owner, colleague])
    expect(await change('two_person_withdrawal', '3000.00', { as })).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: proposal_id, by: owner.username, own: as === owner } },
    })
  expect(answered(await change('two_person_withdrawal', '2000.00')).proposal_id).toBe(proposal_id)
  await withdrawn(proposal_id!)
  answered(
    await approve(answered(await change('two_person_withdrawal', '3000.00', { as: colleague })).proposal_id!),
  )
})

test('a proposal based on a stale version has no effect', async () => {
  const { proposal_id } = answered(await change('two_person_withdrawal', '2500.00'))
  await app.database.transaction((tx) => changeSetting(tx, 'two_person_withdrawal', '2000.00'))
  await app.database.asSchemaOwner(
    `insert into version (kind, key, number, content, reason, operator_id, approved_by, made_at)
     select kind, key, number + 1, content, 'Meanwhile.', $1, $2, made_at from version
     where kind = 'setting' and key = 'two_person_withdrawal' order by number desc limit 1`,
    [owner._id, other._id],
  )
  expect((await settingsOf(app.database)).two_person_withdrawal_minor).toBe(200_000n)
  expect(await approve(proposal_id!)).toMatchObject({
    status: 409,
    code: 'proposal_could_not_be_executed',
    details: { code: 'somebody_else_has_changed_this' },
  })
  expect((await settingsOf(app.database)).two_person_withdrawal_minor).toBe(200_000n)
})

test('a proposal whose execution failed is void once another of the same was approved', async () => {
  const one = answered(await change('two_person_withdrawal', '2500.00')).proposal_id!
  await app.database.asSchemaOwner(
    `update proposal set failed_at = $2, failure = 'amount_is_invalid' where id = $1`,
    [one, app.clock.now()],
  )
  const two = answered(await change('two_person_withdrawal', '3500.00')).proposal_id!
  answered(await approve(two))
  expect((await settingsOf(app.database)).two_person_withdrawal_minor).toBe(350_000n)
  const params = { proposal_id: one }
  expect(answered(await app.call(approvalCalls.detail, { as: other, params }))).toMatchObject({
    status: 'void',
    voided: { what: 'changed_otherwise', by: other.username },
  })
  expect(await approve(one)).toMatchObject({
    status: 409,
    code: 'proposal_is_decided',
    details: { status: 'void', decided: { by: other.username } },
  })
  expect((await settingsOf(app.database)).two_person_withdrawal_minor).toBe(350_000n)
})

test('the currency can be changed while the ledger is empty, and never afterwards', async () => {
  const { bounds } = await all()
  expect(bounds.currency_is_fixed).toBe(false)
  answered(await change('currency', 'EURO'))
  const member = await app.member('who pays in')
  await app.database.transaction((tx) => deposit(tx, member._id, 100n))
  expect(await change('currency', 'USD')).toMatchObject({
    status: 409,
    code: 'currency_cannot_change',
    details: { currency: 'EURO' },
  })
})

const RATES = [
  { country: 'DE', rate: 19, from: '2007-01-01' },
  { country: 'FR', rate: 5.5, from: '2030-01-01' },
]

test('seller, VAT rates and supply take two people; a seller who charges VAT always has a rate of today', async () => {
  await changeByTwo('seller', null)
  await changeByTwo('vat_rates', [])
  await changeByTwo('supply', 'principal')
  expect(await change('seller', SELLER)).toMatchObject({
    status: 422,
    code: 'vat_rate_is_missing',
    details: { country: 'DE' },
  })
  const exempt = answered(await change('seller', { ...SELLER, exemption: 'Small business' }))
  expect(exempt.version).toBeNull()
  await withdrawn(exempt.proposal_id!)
  await changeByTwo('vat_rates', RATES)
  expect(await change('seller', { ...SELLER, postal_code: 'Berlin' })).toMatchObject({
    code: 'postal_code_has_another_form',
    details: {
      country: 'DE',
      example: '26133',
      fields: [{ field: 'value.postal_code', code: 'postal_code_has_another_form' }],
    },
  })
  const french = { ...SELLER, country: 'FR', vat_number: 'FR83404833048' }
  expect(await change('seller', french)).toMatchObject({ code: 'vat_rate_is_missing' })
  expect(await change('seller', { ...SELLER, vat_number: 'DE136695975' })).toMatchObject({
    status: 422,
    code: 'vat_number_is_invalid',
  })
  expect(await change('seller', { ...SELLER, country: 'FR' })).toMatchObject({
    code: 'vat_number_is_invalid',
  })
  const polish = { ...SELLER, country: 'PL', postal_code: '00-950', vat_number: 'PL8567346215' }
  expect(await change('seller', polish)).toMatchObject({
    status: 422,
    code: 'vat_currency_is_missing',
    details: { country: 'PL', currency: 'PLN' },
  })
  const shared = { ...SETTINGS.chart.initial, vat: SETTINGS.chart.initial.member_available }
  expect(await change('chart', shared)).toMatchObject({
    status: 422,
    code: 'account_stands_for_something_else',
  })
  // The Swiss suffix is part of the number; it is saved in capitals and digits.
  const swiss = { ...SELLER, country: 'CH', postal_code: '8001', vat_number: 'CHE-107.787.577 MWST' }
  expect(await change('seller', swiss)).toMatchObject({ code: 'vat_rate_is_missing' })
  await changeByTwo('seller', SELLER)
  await changeByTwo('supply', 'agent')
  expect(await settingsOf(app.database)).toMatchObject({ seller: SELLER, vat_rates: RATES, supply: 'agent' })
  expect(await change('vat_rates', [RATES[1]])).toMatchObject({ code: 'vat_rate_is_missing' })
  expect(await change('vat_rates', [{ ...RATES[0], from: '2026-11-22' }])).toMatchObject({
    code: 'vat_rate_is_missing',
  })
  await changeByTwo('seller', null)
  await changeByTwo('vat_rates', [])
})

test.each([
  ['seller', { ...SELLER, vat_number: null }],
  ['seller', { ...SELLER, registration_number: '' }],
  ['seller', { ...SELLER, country: 'XX' }],
  ['vat_rates', [{ country: 'DE', rate: 0, from: '2007-01-01' }]],
  ['vat_rates', [{ country: 'DE', rate: 19, from: '2007-02-30' }]],
  ['vat_rates', [RATES[0], RATES[0]]],
  ['supply', 'both'],
  ['chart', { ...SETTINGS.chart.initial, cash: '=1+1' }],
  ['chart', { cash: '1200' }],
  ['seller', { ...SELLER, vat_exchange_rate: '0.00' }],
  ['seller', { ...SELLER, vat_exchange_rate: '92' }],
  ['seller', { ...SELLER, vat_currency: null }],
  ['documents_kept_years', 4],
] as const)('%s refuses %j', async (name, value) => {
  expect((await change(name, value)).status).toBe(422)
})
