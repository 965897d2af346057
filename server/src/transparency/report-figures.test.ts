// What is published about reports of visitors, compared with other statements over other rows: the audit log says what was
// closed, and when.
import { adminReportCalls } from '@fairturn/contract/backoffice/reports'
import { transparencyCalls as calls } from '@fairturn/contract/transparency'
import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { answered, distribute, placeCampaign } from '../../test/carrying.ts'
import { sendReport } from '../../test/reports.ts'
import { staff } from '../../test/staff.ts'
import { currentFigures, storeFigures } from './figures.ts'

test('reports, and those that led to an action, are published by day and equal an independent count', async () => {
  const app = await startApp()
  await placeCampaign(app, await app.member('the placer'))
  const order = await distribute(app, await app.member('the carrier'))
  const params = { campaign_id: order.product_id }
  /** Closes the newest open ones. */
  const close = async (many: number, outcome: 'acted_on' | 'not_acted_on') => {
    const as = await staff(app, 'content')
    const { list } = answered(await app.call(adminReportCalls.ofCampaign, { as, params }))
    const report_ids = list.slice(0, many).map(({ _id }) => _id)
    const reason = 'The page was checked by a person.'
    answered(await app.call(adminReportCalls.close, { as, params, body: { report_ids, outcome, reason } }))
  }
  const days = { '2026-11-23': [3, 1, 1], '2026-11-24': [0, 0, 1], '2026-11-25': [5, 2, 0] } as const
  for (const [day, [come, acted, not]] of Object.entries(days)) {
    // The last second of one day and the first of the next belong to two days.
    app.clock.set(`${day}T00:00:00Z`)
    for (let i = 0; i < come; i += 1) await sendReport(app, order.link!)
    app.clock.set(`${day}T23:59:59Z`)
    if (acted > 0) await close(acted, 'acted_on')
    if (not > 0) await close(not, 'not_acted_on')
  }
  app.clock.set('2026-11-26T00:00:00Z')
  await storeFigures(app.database)

  const received = await app.database.asSchemaOwner<{ day: string; n: string }>(
    `select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::text as n from visitor_report group by 1 order by 1`,
  )
  const acted = await app.database.asSchemaOwner<{ day: string; n: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::text as n from audit_event
      where action = 'report_closed' and after->>'status' = 'acted_on' group by 1 order by 1`,
  )
  for (const [figure, counted, sum] of [
    ['reports.received', received, 8],
    ['reports.acted_on', acted, 3],
  ] as const) {
    const { list } = answered(await app.call(calls.history, { query: { figure, from: '2026-11-23' } }))
    const published = list.filter(({ value }) => value !== '0').map(({ day, value }) => ({ day, n: value }))
    expect(published).toEqual(counted)
    expect(counted.reduce((all, { n }) => all + Number(n), 0)).toBe(sum)
  }
  const { reports } = await currentFigures(app.database, app.clock.now())
  expect(reports).toEqual({ received: 8, acted_on: 3, standing: 'stated' })
  await app.close()
})
