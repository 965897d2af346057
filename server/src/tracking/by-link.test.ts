// Visits by link: rows written by a process of the previous version are completed; without Citus, `npm run distribute`
// says so.
import { describe, expect, test } from 'vitest'
import { CITUS_URL } from '../../../testing/citus-databases.ts'
import { BROWSER, startLinks } from '../../test/links.ts'
import { CannotDistribute, distributeVisits } from './distribute.command.ts'
import { judgeVisits } from './tracking.ts'
import { dayOf } from './visitor.ts'

describe.skipIf(CITUS_URL !== undefined)('on one PostgreSQL', () => {
  test('a visit continued by a process of the previous version is judged, and its click is known', async () => {
    const links = await startLinks()
    const link = await links.link()
    await links.database.asSchemaOwner(
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
      expect(await links.database.asSchemaOwner(`${known} ${table}`)).toEqual([
        { visit_id: id, link_id: link.order_id },
      ])
    expect((await links.counts(link.order_id)).visits).toBe(0)
    expect(await links.database.asSchemaOwner(`${known} visit_unconfirmed`)).toHaveLength(1)
    await links.close()
  })

  test('a visit recorded by a process of the previous version is judged, without limits of its address', async () => {
    const links = await startLinks()
    const link = await links.link({ target: 10 })
    const sent = (i: number) => ({ address: '203.0.113.7', agent: `${BROWSER} ${i}` })
    for (let i = 0; i < 3; i += 1) await links.visit(link.code, sent(i))
    const without = 'create function without_address() returns trigger language plpgsql as'
    await links.database.asSchemaOwner(
      `${without} $$ begin new.address_hash := null; new.address_before := null; return new; end $$`,
    )
    await links.database.asSchemaOwner(
      'create trigger without_address before insert on visit for each row execute function without_address()',
    )
    await links.visit(link.code, sent(3))
    expect(await links.counts(link.order_id)).toMatchObject({ verified: 4, visits: 4 })
    await links.database.asSchemaOwner('drop trigger without_address on visit')
    await links.visit(link.code, sent(4))
    const byReason = { address_pace: 1 }
    expect(await links.counts(link.order_id)).toEqual({ verified: 4, visits: 5, byReason })
    await links.close()
  })

  test('a link opened by a process of the previous version keeps version 4 of the rules', async () => {
    const links = await startLinks()
    await links.database.asSchemaOwner(
      `insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative, landing_url, opened_at, ends_at)
       select gen_random_uuid(), 'Abcd1234', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 10, 'Brand', '{}', '/p.webp',
         'https://shop.example.com/', $1, $1::timestamptz + interval '1 day'`,
      [links.database.clock.now()],
    )
    for (let i = 0; i < 5; i += 1)
      await links.visit('Abcd1234', { address: '203.0.113.7', agent: `${BROWSER} ${i}` })
    await judgeVisits(links.database)
    expect(
      await links.database.asSchemaOwner(
        'select verdict, rules, count(*)::int as visits from visit_verdict group by 1, 2',
      ),
    ).toEqual([{ verdict: 'verified', rules: 4, visits: 5 }])
    await links.close()
  })

  test('the statement for a visit of another shard writes the same as the one for all', async () => {
    const links = await startLinks()
    const hashes = async () => {
      const link = await links.link()
      await links.get(link.code)
      return await links.database.asSchemaOwner(
        `select visitor_hash, visitor_before, network_hash, network_before, address_hash, address_before, locale
         from visit where link_id = $1`,
        [link.order_id],
      )
    }
    const here = await hashes()
    await links.database.asSchemaOwner(
      `create or replace function visit_shard(link_id uuid) returns bigint language sql immutable parallel safe as 'select 7::bigint'`,
    )
    expect(await hashes()).toEqual(here)
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
    const [ruling] = await links.database.asSchemaOwner('select judged, locale, at from visit_ruling')
    const [visit] = await links.database.asSchemaOwner('select locale, at from visit')
    expect(ruling).toEqual({ judged: 'verified', ...visit })
    await links.close()
  })

  test('distributing visits of a PostgreSQL without Citus is refused, with what to install', async () => {
    const links = await startLinks()
    const refused = await distributeVisits(links.database.schemaOwnerUrl, { apply: true }).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(CannotDistribute)
    expect(String(refused)).toContain('create extension citus')
    await links.close()
  })
})
