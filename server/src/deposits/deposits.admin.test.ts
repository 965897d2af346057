// Deposits and card events in the back office: list, export, refusal and resolution; the refusals of each route.
import { randomUUID } from 'node:crypto'
import { adminDepositCalls, adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import { newId } from '@fairturn/contract/ids'
import { expect, test } from 'vitest'
import { answered } from '../../test/carrying.ts'
import { announce, openFinanceDesk, saved, savedLists, unknownId } from '../../test/finance.ts'

const REASON = 'It was looked at.'
const desk = openFinanceDesk()

test('deposits are listed, read, refused once with a reason, and exported', async () => {
  const [small, large] = [await announce(desk, 500n), await announce(desk, 90_000n)]
  const list = async (query: object) =>
    answered(await desk.app.call(adminDepositCalls.deposits, { as: desk.finance, query })).list.map(
      ({ _id }) => _id,
    )
  expect(await list({ status: 'awaiting', sort: 'amount.desc' })).toEqual([large.id, small.id])
  expect(await list({ search: small.reference.slice(3).toLowerCase() })).toEqual([small.id])
  expect(await list({ search: 'THU', status: 'awaiting' })).toHaveLength(2)
  expect(await list({ method: 'card' })).toEqual([])
  const one = { as: desk.finance, params: { deposit_id: small.id } }
  expect(answered(await desk.app.call(adminDepositCalls.deposit, one))).toMatchObject({
    username: 'thu ha',
    amount: '5.00',
  })
  const refuse = (params = one.params, body = { reason: REASON }) =>
    desk.app.call(adminDepositCalls.refuseDeposit, { as: desk.finance, key: randomUUID(), params, body })
  expect((await refuse(one.params, { reason: ' ' })).code).toBe('reason_is_required')
  expect(answered(await refuse())).toMatchObject({ status: 'refused', reason: REASON })
  expect((await refuse()).code).toBe('deposit_is_settled')
  const params = { deposit_id: unknownId(desk) }
  expect((await desk.app.call(adminDepositCalls.deposit, { as: desk.finance, params })).code).toBe(
    'deposit_is_unknown',
  )
  expect((await refuse(params)).code).toBe('deposit_is_unknown')
  const { head, rows } = await saved(desk, adminDepositFiles.exportDeposits.path, { status: 'refused' })
  expect(head.at(-1)).toBe('deposit_id')
  expect(rows).toHaveLength(1)
})

test('a card event that needs a decision is resolved once, with a reason', async () => {
  await desk.app.database.query({
    text: `insert into card_event (id, type, happened_at, received_at, status) values ('evt_1', 'charge.refunded', $1, $1, 'needs_review')`,
    values: [desk.app.clock.now()],
  })
  const resolve = (event_id: string) =>
    desk.app.call(adminDepositCalls.resolveCardEvent, {
      as: desk.finance,
      params: { event_id },
      body: { reason: 'Booked. It is written down.' },
    })
  const waiting = await desk.app.call(adminDepositCalls.cardEvents, {
    as: desk.finance,
    query: { state: 'needs_review' },
  })
  expect(answered(waiting).list).toHaveLength(1)
  const pressed = await Promise.all(Array.from({ length: 50 }, () => resolve('evt_1')))
  expect(pressed.filter(({ status }) => status === 200).map(({ data }) => data.state)).toEqual(['resolved'])
  for (const late of pressed.filter(({ status }) => status !== 200))
    expect(late.code).toBe('card_event_needs_no_review')
  expect((await resolve(newId(desk.app.clock.now()))).code).toBe('card_event_is_unknown')
})

test('card events are listed, sorted and exported; the export is logged', async () => {
  await desk.app.database.query({
    text: `insert into card_event (id, type, happened_at, received_at, status, amount_minor) values
      ('evt_a', 'charge.refunded', $1, $1, 'needs_review', 700), ('evt_b', 'charge.dispute', $1, $1, 'needs_review', 900)`,
    values: [desk.app.clock.now()],
  })
  const events = answered(
    await desk.app.call(adminDepositCalls.cardEvents, {
      as: desk.finance,
      query: { sort: 'amount.desc', state: 'needs_review' },
    }),
  )
  expect(events.list.map(({ _id }) => _id)).toEqual(['evt_b', 'evt_a'])
  expect(
    (
      await saved(desk, adminDepositFiles.exportCardEvents.path, {
        sort: 'amount.asc',
        state: 'needs_review',
      })
    ).rows[0],
  ).toContain('evt_a')
  expect(await savedLists(desk)).toEqual(['card-events'])
})
