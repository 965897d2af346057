// Visits by link: rows written by a process of the previous version are completed; without Citus, `npm run distribute`
// says so.
import { describe, expect, test } from 'vitest'
import { CITUS_URL } from '../../../testing/citus-databases.ts'
import { startLinks } from '../../test/links.ts'
import { CannotDistribute, distributeVisits } from './distribute.command.ts'
import { dayOf } from './visitor.ts'

describe.skipIf(CITUS_URL !== undefined)('on one PostgreSQL', () => {
  test('a visit continued by a process of the previous version is judged, and its click is known', async () => {
    const links = await startLinks()
    const link = await links.link()
    await links.database.asOwner(
      `update link set verification = 'beacon', confirm_seconds = 600, confirm_until = ends_at where id = $1`,
      [link.order_id],
    )
    const { token } = await links.get(link.code)
    const id = token.slice(0, 36)
    links.database.clock.advance(5_000)
    const now = links.database.clock.now()
    // The statement of the previous version.
    await links.database.query({
      text: `with written as (
        insert into continuation (visit_id, day, at) values ($1, $2, $3) on conflict do nothing returning visit_id
      )
      insert into visit_to_judge (visit_id, day) select visit_id, $2 from written`,
      values: [id, dayOf(now), now],
    })
    const known = 'select visit_id, link_id from'
    for (const table of ['continuation', 'visit_to_judge', 'visit_click'])
      expect(await links.database.asOwner(`${known} ${table}`)).toEqual([
        { visit_id: id, link_id: link.order_id },
      ])
    expect((await links.counts(link.order_id)).visits).toBe(0)
    expect(await links.database.asOwner(`${known} visit_unconfirmed`)).toHaveLength(1)
    await links.close()
  })

  test('a ruling written by a process of the previous version states what it changed', async () => {
    const links = await startLinks()
    const link = await links.link()
    const visit_id = await links.visit(link.code)
    await links.counts(link.order_id)
    await links.database.query({
      text: `insert into visit_ruling (visit_id, link_id, verdict, ruled_at) values ($1, $2, 'review', now())`,
      values: [visit_id, link.order_id],
    })
    const [ruling] = await links.database.asOwner('select judged, locale, at from visit_ruling')
    const [visit] = await links.database.asOwner('select locale, at from visit')
    expect(ruling).toEqual({ judged: 'verified', ...visit })
    await links.close()
  })

  test('distributing visits of a PostgreSQL without Citus is refused, with what to install', async () => {
    const links = await startLinks()
    const refused = await distributeVisits(links.database.owner_url, { apply: true }).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(CannotDistribute)
    expect(String(refused)).toContain('create extension citus')
    await links.close()
  })
})
