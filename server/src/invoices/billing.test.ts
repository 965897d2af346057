// Billing profiles and invoices over HTTP, with a local server that speaks the protocol of VIES.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { adminInvoiceCalls as adminCalls } from '@fairturn/contract/backoffice/invoices'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { invoiceCalls as calls, type SentBillingForm } from '@fairturn/contract/invoices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { deposit, unpaidCampaign, answered } from '../../test/carrying.ts'
import { documentsOf, setSeller } from '../../test/invoices.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { cancelCampaign } from '../campaigns/campaigns.ts'
import { changeSetting } from '../content/settings.ts'
import { levelsOf, upgradeLevel } from '../levels/levels.ts'
import { askService } from './vat-service.ts'

interface Request {
  countryCode: string
  vatNumber: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}
/** What the service answers next: a status and a body. */
let answer: (request: Request) => readonly [status: number, body: unknown]
const asked: Request[] = []
let vies: Server
let url: string
let app: TestApp
let finance: TestOperator
let member: TestMember

const valid = (isValid: boolean) => (request: Request) =>
  [200, { ...request, valid: isValid, requestIdentifier: 'WAPIAAAA1', name: '---', address: '---' }] as const
const unavailable = () =>
  [500, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }] as const

beforeAll(async () => {
  vies = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const sent = JSON.parse(text) as Request
      asked.push(sent)
      const [status, body] = answer(sent)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => vies.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(vies.address() as AddressInfo).port}/rest-api/check-vat-number`
  app = await startApp({ variables: { VAT_NUMBER_SERVICE_URL: url, SAFE_FETCH_ALLOW_LOOPBACK: 'true' } })
  finance = await staff(app, 'finance')
  await app.database.transaction((tx) => setSeller(tx))
})
afterAll(async () => {
  await app.close()
  await new Promise((done) => vies.close(done))
})
let members = 0
beforeEach(async () => {
  members += 1
  member = await app.member(`buyer${members}`)
  answer = valid(true)
  asked.length = 0
})

const FRENCH: SentBillingForm = {
  buyer_kind: 'company',
  legal_name: 'Thé du Port SARL',
  street: '4 quai des Chartrons',
  postal_code: '33000',
  city: 'Bordeaux',
  country: 'FR',
  vat_number: 'fr 40 303 265 045',
  registration_number: null,
  purchase_order: 'PO-4711',
  email: 'compta@the.example',
}
/** As if its code had been entered, or not. */
const phoneIs = (phone: string, confirmed: boolean) =>
  app.database.asSchemaOwner(`update member set phone = $2, phone_confirmed_at = $3 where id = $1`, [
    member._id,
    phone,
    confirmed ? app.clock.now() : null,
  ])
const save = (changed: Partial<SentBillingForm> = {}) =>
  app.call(calls.saveBilling, { token: member.token, body: { ...FRENCH, ...changed } })
const billing = async () => answered(await app.call(calls.billing, { token: member.token }))
const checkNumber = () => app.call(calls.checkNumber, { token: member.token, body: {} as never })

describe('the country of a profile', () => {
  test.each([
    ['nobody’s VAT', 'US', '10001', '+1202555', { vat_case: 'outside', vat_percent: 0 }],
    ['another rate', 'FR', '33000', '+3361234', { vat_case: 'consumer', vat_percent: 20 }],
  ] as const)(
    'is %s once a phone number of it is confirmed; one that is only typed shows nothing',
    async (_what, country, postal_code, prefix, there) => {
      const phone = `${prefix}${String(members).padStart(4, '0')}`
      const home = { vat_case: 'consumer', vat_percent: 19, country_is_shown: false }
      await phoneIs(phone, false)
      const person = { buyer_kind: 'person', country, postal_code, vat_number: null } as const
      expect(answered(await save(person))).toMatchObject(home)
      await phoneIs(phone, true)
      expect(await billing()).toMatchObject({ ...there, country_is_shown: true })
      expect(answered(await save({ ...person, street: null }))).toMatchObject(home)
      await phoneIs(`+4930555${String(members).padStart(4, '0')}`, true)
      expect(answered(await save(person))).toMatchObject(home)
    },
  )

  test('needs nothing to be shown where it is the seller’s', async () => {
    await phoneIs(`+1203555${String(members).padStart(4, '0')}`, false)
    const person = { buyer_kind: 'person', country: 'DE', postal_code: '20457', vat_number: null } as const
    expect(answered(await save(person))).toMatchObject({ vat_case: 'consumer', country_is_shown: true })
  })
})

describe('a billing profile', () => {
  test('is empty at first: a consumer of the seller’s country', async () => {
    expect(await billing()).toEqual({
      profile: null,
      vat_case: 'consumer',
      vat_percent: 19,
      country_is_shown: true,
    })
  })

  test('is saved with its number in one spelling, right by its digits and confirmed by nobody', async () => {
    expect(answered(await save())).toMatchObject({
      profile: {
        vat_number: 'FR40303265045',
        number_check: 'unconfirmed',
        checked_at: null,
        confirmed_until: null,
      },
      vat_case: 'consumer',
    })
    expect(answered(await save({ vat_number: null, country: 'DE', postal_code: '20457' }))).toMatchObject({
      profile: { vat_number: null },
      vat_case: 'domestic',
      vat_percent: 19,
    })
  })

  test.each([
    [{ street: null }, 'billing_profile_is_incomplete', 'street'],
    [{ city: ' ' }, 'billing_profile_is_incomplete', 'city'],
    [{ postal_code: null }, 'billing_profile_is_incomplete', 'postal_code'],
    [{ postal_code: '3300' }, 'postal_code_has_another_form', 'postal_code'],
    [{ legal_name: 'บริษัท สยามโฆษณา จำกัด' }, 'letters_cannot_be_printed', 'legal_name'],
    [{ street: 'עברית 7' }, 'letters_cannot_be_printed', 'street'],
    [{ purchase_order: 'طلب 7' }, 'letters_cannot_be_printed', 'purchase_order'],
    [{ vat_number: 'FR40303265046' }, 'vat_number_is_invalid', 'vat_number'],
    [{ vat_number: 'DE136695976' }, 'vat_number_is_invalid', 'vat_number'],
    [{ legal_name: '' }, 'field_is_required', 'legal_name'],
    [{ country: 'XX' }, 'country_is_unknown', 'country'],
  ])('with %o is refused: %s', async (changed, code, field) => {
    expect(await save(changed)).toMatchObject({
      status: 422,
      code,
      details: { fields: [expect.objectContaining({ field })] },
    })
    expect((await billing()).profile).toBeNull()
  })

  test('of a person needs no address', async () => {
    const person = {
      buyer_kind: 'person',
      street: null,
      postal_code: null,
      city: null,
      vat_number: null,
    } as const
    expect(answered(await save({ ...person, legal_name: 'Ana Silva' })).profile).toMatchObject({
      buyer_kind: 'person',
    })
  })

  test('keeps its confirmation with the number, the country and the name, and loses it with another', async () => {
    answered(await save())
    answered(await checkNumber())
    expect(answered(await save({ purchase_order: 'PO-2' })).profile?.number_check).toBe('confirmed')
    expect(answered(await save({ legal_name: 'Another SARL' })).profile?.number_check).toBe('unconfirmed')
    expect(answered(await save()).profile?.number_check).toBe('unconfirmed')
    answered(await checkNumber())
    expect(answered(await save({ vat_number: 'FR23334175221' })).profile?.number_check).toBe('unconfirmed')
  })
})

describe('the public service', () => {
  test('confirms a number, which makes the case reverse charge for 90 days', async () => {
    answered(await save())
    expect(answered(await checkNumber())).toMatchObject({
      profile: { number_check: 'confirmed', confirmed_until: '2027-02-19T08:00:00.000Z' },
      vat_case: 'reverse_charge',
      vat_percent: 0,
    })
    expect(asked).toEqual([
      {
        countryCode: 'FR',
        vatNumber: '40303265045',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      },
    ])
  })

  test('refuses one, which is kept so', async () => {
    answered(await save())
    answer = valid(false)
    expect(await checkNumber()).toMatchObject({ status: 409, code: 'vat_number_was_refused' })
    expect(await billing()).toMatchObject({ profile: { number_check: 'refused' }, vat_case: 'consumer' })
  })

  test('that cannot be reached, or says anything else, confirms nothing', async () => {
    answered(await save())
    const other = (request: Request) => [200, { ...request, vatNumber: '1', valid: true }] as const
    const answers: (typeof answer)[] = [
      unavailable,
      () => [200, { valid: true }],
      () => [200, 'no JSON'],
      () => [302, {}],
      () => [200, { valid: 'true', countryCode: 'FR', vatNumber: '40303265045' }],
      other,
    ]
    for (const each of answers) {
      answer = each
      expect(await checkNumber()).toMatchObject({ status: 409, code: 'vat_number_is_not_confirmed' })
      expect((await billing()).profile?.number_check).toBe('unconfirmed')
    }
    const nobody = { vat_number: 'FR40303265045', requester: null }
    expect(await askService(nobody, { url: 'http://127.0.0.1:1/', allowLoopback: true })).toEqual({
      check: 'unconfirmed',
    })
    expect(await askService(nobody, { url: undefined, allowLoopback: true })).toEqual({
      check: 'unconfirmed',
    })
    // Without the test's permission this machine is no public service.
    expect(await askService(nobody, { url, allowLoopback: false })).toEqual({ check: 'unconfirmed' })
  })

  test('is not asked without a number', async () => {
    expect(await checkNumber()).toMatchObject({ status: 422, code: 'billing_profile_is_incomplete' })
    expect(asked).toEqual([])
  })
})

describe('an operator', () => {
  const confirm = (
    vat_number: string,
    member_id = member._id,
    reason = 'Letter of the tax office, in the file.',
  ) =>
    app.call(adminCalls.confirmNumber, { as: finance, params: { member_id }, body: { vat_number, reason } })

  test('confirms with evidence, which the member reads', async () => {
    answered(await save())
    answered(await confirm('FR 40303265045'))
    expect((await billing()).profile?.number_check).toBe('confirmed')
    const { list } = answered(await app.call(personalDataCalls.acts, { token: member.token }))
    expect(list[0]).toMatchObject({
      action: 'vat_number_confirmed',
      reason: 'Letter of the tax office, in the file.',
    })
  })

  test('is told who else has the number, and that it is the seller’s own', async () => {
    answered(await save({ vat_number: 'FR23334175221' }))
    const other = await app.member(`copycat ${members}`)
    const body = { ...FRENCH, legal_name: 'Copycat SARL', vat_number: 'FR23334175221' }
    answered(await app.call(calls.saveBilling, { token: other.token, body }))
    const shown = async (member_id: string) =>
      answered(await app.call(adminCalls.profile, { as: finance, params: { member_id } }))
    expect(await shown(other._id)).toMatchObject({
      same_number: expect.arrayContaining([{ member_id: member._id, username: member.username }]),
      is_sellers_number: false,
    })
    const german = { ...body, country: 'DE', postal_code: '20457', vat_number: 'DE136695976' }
    answered(await app.call(calls.saveBilling, { token: other.token, body: german }))
    expect(await shown(other._id)).toMatchObject({ same_number: [], is_sellers_number: true })
  })

  test('is told so of a Swiss number in another language, which is kept as it was given', async () => {
    const swiss = { ...FRENCH, country: 'CH', postal_code: '8001', city: 'Zürich' }
    const written = ['CHE-123.456.788 MWST', 'che‑123.456.788 tva', 'CHE-123.456.788']
    const kept = ['CHE123456788MWST', 'CHE123456788TVA', 'CHE123456788']
    const owners: TestMember[] = []
    for (const [i, vat_number] of written.entries()) {
      const one = await app.member(`swiss ${members} ${i}`)
      const body = { ...swiss, vat_number }
      const { profile } = answered(await app.call(calls.saveBilling, { token: one.token, body }))
      expect(profile?.vat_number).toBe(kept[i])
      owners.push(one)
    }
    const [first, ...others] = owners.map(({ _id }) => _id)
    const shown = async () =>
      answered(await app.call(adminCalls.profile, { as: finance, params: { member_id: first! } }))
    expect((await shown()).same_number.map(({ member_id }) => member_id).toSorted()).toEqual(
      others.toSorted(),
    )
    const seller = { country: 'CH', vat_number: 'CHE123456788IVA', exemption: 'Small' }
    expect((await shown()).is_sellers_number).toBe(false)
    await app.database.transaction((tx) => setSeller(tx, seller))
    expect((await shown()).is_sellers_number).toBe(true)
    await app.database.transaction((tx) => setSeller(tx))
  })

  test('not another number than the profile has, nor one that is not there', async () => {
    expect(await confirm('FR40303265045')).toMatchObject({ code: 'billing_profile_is_incomplete' })
    answered(await save())
    expect(await confirm('FR23334175221')).toMatchObject({ code: 'vat_number_is_invalid' })
    expect(await confirm('FR40303265045', '019a0000-0000-7000-8000-000000000001')).toMatchObject({
      code: 'member_is_unknown',
    })
    expect((await billing()).profile?.number_check).toBe('unconfirmed')
  })
})

describe('paying with VAT', () => {
  const place = async () => {
    await deposit(app.database, member._id, 100_000n)
    return await app.database.transaction((tx) => unpaidCampaign(tx, member))
  }
  const pay = (campaign_id: string, body: { total?: string; payable?: string }) =>
    app.call(campaignCalls.pay, { token: member.token, params: { campaign_id }, body })

  test('quotes say what is payable; a missing or another amount is refused, the shown one is paid and invoiced', async () => {
    const { id } = await place()
    const { token } = member
    expect(
      answered(await app.call(campaignCalls.quote, { token, body: { price: '0.40', visits: 10 } })),
    ).toMatchObject({ total: '4.92', vat: '0.93', payable: '5.85' })
    expect(answered(await app.call(campaignCalls.get, { token, params: { campaign_id: id } }))).toMatchObject(
      {
        total: '4.92',
        vat: '0.93',
        payable: '5.85',
      },
    )
    await app.confirm(member, '5.85')
    for (const body of [{}, { total: '4.92' }, { total: '4.92', payable: '4.92' }, { payable: '5.85' }])
      expect(await pay(id, body)).toMatchObject({ status: 409, code: 'the_quote_has_changed' })
    const paid = answered(await pay(id, { total: '4.92', payable: '5.85' }))
    expect(paid).toMatchObject({ account_balance: '994.15', campaign: { status: 'review', vat: '0.93' } })

    const { list } = answered(await app.call(calls.list, { token, query: { subject_id: id } }))
    expect(list).toMatchObject([
      {
        series: 'FI',
        net: '4.92',
        vat: '0.93',
        total: '5.85',
        vat_case: 'consumer',
        vat_percent: 19,
        subject_id: id,
      },
    ])
    expect(list[0]!.number).toMatch(/^FI-2026-\d{6}$/)
    app.clock.advance(1000)
    await app.database.transaction((tx) => cancelCampaign(tx, { member_id: member._id, campaign_id: id }))
    const [invoice, note] = await documentsOf(app.database, id)
    expect(answered(await app.call(calls.get, { token, params: { invoice_id: note!.id } }))).toMatchObject({
      series: 'FC',
      total: '5.85',
      seller: { legal_name: 'Fairturn GmbH', country: 'DE' },
      buyer: { legal_name: member.username, country: 'DE' },
      lines: [
        { kind: 'rewards_returned', amount: '4.48', taxed: true },
        { kind: 'fee_returned', amount: '0.44', taxed: true },
      ],
      corrects: [{ _id: invoice!.id, number: list[0]!.number }],
      corrected_by: [],
      entry_id: note!.entry_id,
    })
    expect(answered(await app.call(calls.list, { token, query: { series: 'FC' } })).list).toHaveLength(1)
    expect(answered(await app.call(calls.list, { token, query: { to: '2026-11-20' } })).list).toEqual([])
    const csv = await app.fastify.inject({
      url: '/api/invoices/export',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(csv.body.split('\r\n').slice(1, 3)).toEqual([
      expect.stringMatching(
        /^FC-2026-\d{6},2026-11-21,credit_note,campaign,Nhà Gốm,consumer,19\.00,-4\.92,0\.00,-0\.93,-5\.85,USD,/,
      ),
      expect.stringMatching(
        /^FI-2026-\d{6},2026-11-21,invoice,campaign,Nhà Gốm,consumer,19\.00,4\.92,0\.00,0\.93,5\.85,USD,/,
      ),
    ])
  })

  test('a level’s name is in the language of the reader, in the list and in the document', async () => {
    await deposit(app.database, member._id, 10_000n)
    const level = (await levelsOf(app.database)).find(({ rank }) => rank === 2)!
    await app.database.transaction((tx) => upgradeLevel(tx, { member_id: member._id, level_id: level.id }))
    for (const [locale, name] of [
      ['en', 'Level 2'],
      ['jp', 'レベル2'],
      ['rs', 'Nivo 2'],
    ] as const) {
      const { list } = answered(await app.call(calls.list, { token: member.token, locale }))
      expect(list.map(({ subject_name }) => subject_name)).toEqual([name])
      const params = { invoice_id: list[0]!._id }
      const one = answered(await app.call(calls.get, { token: member.token, locale, params }))
      expect(one.subject_name).toBe(name)
    }
  })

  test('a document of somebody else, or of nobody, is unknown', async () => {
    const { id } = await place()
    await app.confirm(member, '5.85')
    answered(await pay(id, { total: '4.92', payable: '5.85' }))
    const [invoice] = await documentsOf(app.database, id)
    const other = await app.member('other')
    for (const invoice_id of [invoice!.id, '019a0000-0000-7000-8000-000000000001'])
      expect(await app.call(calls.get, { token: other.token, params: { invoice_id } })).toMatchObject({
        status: 404,
        code: 'invoice_is_unknown',
      })
    const { list } = answered(
      await app.call(adminCalls.invoices, { as: finance, query: { member_id: member._id } }),
    )
    expect(list).toMatchObject([{ _id: invoice!.id, username: member.username }])
    const { number } = list[0]!
    expect(answered(await app.call(adminCalls.invoices, { as: finance, query: { number } })).list).toEqual(
      list,
    )
  })

  test('outside, with rewards that pass through, file and sheet have both parts and the buyer’s tax number', async () => {
    await app.database.transaction((tx) => changeSetting(tx, 'supply', 'agent'))
    await phoneIs(`+8491234${String(members).padStart(4, '0')}`, true)
    const vietnamese = { country: 'VN', city: 'Huế', postal_code: null, vat_number: '0100233488-001' }
    expect(answered(await save(vietnamese))).toMatchObject({ vat_case: 'outside' })
    const { id } = await place()
    await app.confirm(member, '4.92')
    answered(await pay(id, { total: '4.92' }))
    await app.database.transaction((tx) => changeSetting(tx, 'supply', 'principal'))
    const [invoice] = await documentsOf(app.database, id)
    const read = (format: string) =>
      app.fastify.inject({
        url: `/api/invoices/${invoice!.id}/file?format=${format}`,
        headers: { langcode: 'en', authorization: `Bearer ${member.token}` },
      })
    const xml = (await read('xml')).body
    expect(xml).toMatch(/<ram:BuyerTradeParty>\s*<ram:ID>0100233488-001</)
    expect(xml).toMatch(/<ram:Content>Service fee: 0\.44\. Rewards that pass through [^<]*: 4\.48\.</)
    const text = pdfPages((await read('pdf')).rawPayload)
      .flat()
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/Service fee \S* ?0,44 Passed on to members \S* ?4,48 Net/)
    expect(text).toContain('0100233488-001')
  })

  test('staff read the document, its files and the profile, which its member reads; their list as CSV', async () => {
    const { id } = await place()
    await app.confirm(member, '5.85')
    answered(await pay(id, { total: '4.92', payable: '5.85' }))
    await phoneIs(`+3361235${String(members).padStart(4, '0')}`, true)
    answered(await save())
    const { list } = answered(await app.call(calls.list, { token: member.token }))
    const params = { invoice_id: list[0]!._id }
    const { member_id, username, names, ...shown } = answered(
      await app.call(adminCalls.invoice, { as: finance, params }),
    )
    expect([member_id, username, names]).toEqual([member._id, member.username, expect.anything()])
    expect(shown).toEqual(answered(await app.call(calls.get, { token: member.token, params })))
    const at = { as: finance, params: { member_id: member._id } }
    const {
      same_number: _same,
      is_sellers_number: _own,
      ...profile
    } = answered(await app.call(adminCalls.profile, at))
    expect(profile).toEqual(await billing())
    const { list: acts } = answered(await app.call(personalDataCalls.acts, { token: member.token }))
    expect(acts).toContainEqual(expect.objectContaining({ action: 'member_data_shown' }))
    const file = (url: string, headers: Record<string, string>) =>
      app.fastify.inject({ url: `/api/${url}`, headers: { langcode: 'en', ...headers } })
    for (const format of ['pdf', 'xml']) {
      const path = `invoices/${params.invoice_id}/file?format=${format}`
      const theirs = await file(path, { authorization: `Bearer ${member.token}` })
      const ours = await file(`backoffice/${path}`, finance.headers)
      expect([ours.statusCode, ours.rawPayload.equals(theirs.rawPayload)]).toEqual([200, true])
    }
    const csv = await file('backoffice/invoices.csv?series=FI', finance.headers)
    expect(csv.body).toContain(
      `${shown.number},2026-11-21,invoice,campaign,Nhà Gốm,consumer,19.00,4.92,0.00,0.93,5.85,USD,0.86,EUR,,DE,`,
    )
    // A company by name; a person is not in a list.
    const { id: other } = await place()
    await app.confirm(member, '5.90')
    answered(await pay(other, { total: '4.92', payable: '5.90' }))
    await app.database.transaction((tx) => cancelCampaign(tx, { member_id: member._id, campaign_id: other }))
    const sorted = await file(
      `backoffice/invoices.csv?member_id=${member._id}&sort=number.asc`,
      finance.headers,
    )
    const [head, ...rows] = sorted.body.trim().split('\r\n')
    const of = (row: string, column: string) =>
      row.split(',')[head!.replace('\ufeff', '').split(',').indexOf(column)]
    const seen = (column: string) => rows.map((row) => of(row, column))
    expect(seen('buyer')).toEqual(['', 'Thé du Port SARL', 'Thé du Port SARL'])
    expect(seen('vat_country')).toEqual(['DE', 'FR', 'FR'])
    expect(seen('corrects')).toEqual(['', '', seen('number')[1]])
    expect(seen('vat_stated_rate')).toEqual(['0.92', '0.92', '0.92'])
    expect(seen('seller')).toEqual(rows.map(() => 'Fairturn GmbH'))
    expect(seen('seller_vat_number')).toEqual(rows.map(() => 'DE136695976'))
    for (const path of ['backoffice/invoices.csv', 'backoffice/invoices', 'backoffice/vat-summary'])
      expect((await file(`${path}?from=2026-11-30&to=2026-11-29`, finance.headers)).json()).toMatchObject({
        code: 'field_is_invalid',
        details: { fields: [{ field: 'to' }] },
      })
    const backwards = { from: '2026-11-30', to: '2026-11-29' }
    expect(await app.call(calls.list, { token: member.token, query: backwards })).toMatchObject({
      status: 422,
      code: 'field_is_invalid',
    })
    const unknown = '019a0000-0000-7000-8000-000000000001'
    expect(
      await app.call(adminCalls.invoice, { as: finance, params: { invoice_id: unknown } }),
    ).toMatchObject({ status: 404, code: 'invoice_is_unknown' })
    expect((await file(`backoffice/invoices/${unknown}/file`, finance.headers)).json()).toMatchObject({
      code: 'invoice_is_unknown',
    })
    expect(await app.call(adminCalls.profile, { as: finance, params: { member_id: unknown } })).toMatchObject(
      { code: 'member_is_unknown' },
    )
  })
})
