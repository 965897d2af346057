// Statements and receipts as PDF, through HTTP: the ledger's figures, in every language, only for their member, with
// any user-supplied text.
import { fileCalls } from '@fairturn/contract/files'
import { LOCALES } from '@fairturn/contract/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { cancel, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { actorOn } from '../../test/staff.ts'
import { createDeposit, refuseDeposit } from '../deposits/deposits.ts'
import { accountOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { lockMember } from '../members/members.ts'
import { documentTexts } from '../platform/texts/documents.ts'
import type { Sheet } from './pdf-sheet.ts'
import { drawPdf } from './pdf.ts'

let ACTOR: { actor: string }
const NB = '\u00a0'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startApp()
  ACTOR = { actor: await actorOn(app, 'in') }
  await receiveAt(app)
  member = await payable(app, 'thuha.dn', 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

async function file(path: string, { token } = member, locale = 'en') {
  const headers = { authorization: `Bearer ${token}`, langcode: locale }
  return await app.fastify.inject({ url: `/api/${path}`, headers })
}
async function pages(path: string, who = member, locale = 'en'): Promise<string[][]> {
  const answer = await file(path, who, locale)
  expect([path, answer.statusCode]).toEqual([path, 200])
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  return pdfPages(answer.rawPayload)
}
const codeOf = async (path: string, who = member) => (await file(path, who)).json<{ code: string }>().code

async function adjust(who: TestMember, amount_minor: bigint, note: string): Promise<void> {
  app.clock.advance(1000)
  const id = entryId('adjustment', `${who._id} ${note}`, app.clock.now().getTime())
  await app.database.transaction((tx) =>
    postOrRefuse(tx, [
      {
        id,
        type: 'adjustment',
        refers_to: 'case 17',
        ...ACTOR,
        note,
        event_at: tx.now,
        postings: [
          { account: platformAccount('cash', id), amount_minor: -amount_minor },
          { account: accountOf('member_available', who._id), amount_minor },
        ],
      },
    ]),
  )
}

/** The texts after a label, up to the next one. */
const after = (texts: string[], label: string, count: number) =>
  texts.slice(texts.indexOf(label) + 1, texts.indexOf(label) + 1 + count)

describe('the statement', () => {
  test('adds up to the ledger’s figures: before, in, out and after, by part and in total', async () => {
    const who = await payable(app, 'Sum Total', 100_000n)
    app.clock.advance(60_000)
    const from = app.clock.now().toISOString()
    await adjust(who, 123_450n, 'Found again.')
    await adjust(who, -3_450n, 'Lost again.')
    const cancelled = answered(await withdraw(app, who, '50.00')).withdrawal
    await cancel(app, who, cancelled._id)
    answered(await withdraw(app, who, '200.00'))
    app.clock.advance(1000)
    const to = app.clock.now().toISOString()
    await adjust(who, 77n, 'After the period.')

    const [page] = await pages(`statements.pdf?from=${from}&to=${to}`, who)
    const money = (text: string) => text.replaceAll(' ', NB)
    expect(after(page!, 'Opening balance', 3)).toEqual(['$ 1 000,00', '$ 0,00', '$ 1 000,00'].map(money))
    expect(after(page!, 'Money in', 3)).toEqual(['+ $ 1 284,50', '+ $ 250,00', '+ $ 1 234,50'].map(money))
    expect(after(page!, 'Money out', 3)).toEqual(['− $ 284,50', '− $ 50,00', '− $ 34,50'].map(money))
    expect(after(page!, 'Closing balance', 3)).toEqual(['$ 2 000,00', '$ 200,00', '$ 2 200,00'].map(money))
    expect(page!.join('\n')).toContain('Found again.')
    expect(page!.join('\n')).not.toContain('After the period.')
    const rows = page!.slice(page!.indexOf('Balance after') + 1)
    // One line an event, with its effect on what is available, which adds up to it.
    const changes = rows.filter((text) => text.startsWith('+') || text.startsWith('−'))
    expect(changes).toEqual(['+ $ 1 234,50', '− $ 34,50', '− $ 50,00', '+ $ 50,00', '− $ 200,00'].map(money))
    const last = await app.database.asSchemaOwner<{ hash: string }>(
      `select encode(e.hash, 'hex') as hash from entry e join posting p on p.entry_id = e.id
       join account a on a.no = p.account_no where a.id = $1 and e.event_at < $2 order by p.version desc limit 1`,
      [accountOf('member_available', who._id), new Date(to)],
    )
    expect(page!.join(' ')).toContain(last[0]!.hash)
  })

  test.each(LOCALES)('in %s has a glyph for every character, and names its member', async (locale) => {
    await deposit(app.database, member._id, 5000n)
    const drawn = await pages('statements.pdf?time_zone=Europe/Belgrade', member, locale)
    const texts = drawn.flat()
    const words = documentTexts[locale]
    expect(texts).toContain('thuha.dn')
    expect(texts.join('')).not.toContain('\ufffd')
    for (const word of [words.titles.statement, words.summary.closing, words.lines['deposit_credited']!])
      expect(texts).toContain(word.normalize('NFC'))
    const phone = texts.find((text) => text.endsWith('****'))
    expect(phone).toMatch(/^\+\d{4,}\*{6}$/)
    expect(texts.at(-1)).toBe(`${drawn.length} / ${drawn.length}`)
  })

  test('with many lines has them all, on numbered pages', async () => {
    const who = await payable(app, 'Many lines', 0n)
    await app.database.transaction(async (tx) => {
      for (let i = 0; i < 2000; i++) {
        const id = entryId('adjustment', who._id, i)
        await postOrRefuse(tx, [
          {
            id,
            type: 'adjustment',
            refers_to: `step ${i}`,
            ...ACTOR,
            event_at: tx.now,
            postings: [
              { account: platformAccount('cash', id), amount_minor: -100n },
              { account: accountOf('member_available', who._id), amount_minor: 100n },
            ],
          },
        ])
      }
    })
    app.clock.advance(1000)
    const drawn = await pages('statements.pdf', who)
    const texts = drawn.flat()
    expect(texts.filter((text) => text === `+${NB}$${NB}1,00`)).toHaveLength(2000)
    expect(after(texts, 'Closing balance', 1)).toEqual([`$${NB}2${NB}000,00`])
    expect(drawn.map((page) => page.at(-1))).toEqual(drawn.map((_, i) => `${i + 1} / ${drawn.length}`))
  })

  test('of more than 24 months is refused; the last 24 are the default', async () => {
    const who = await payable(app, 'Old member', 100n)
    app.clock.advance(3 * 365 * 24 * 3_600_000)
    const now = app.clock.now()
    const again = await app.signedIn(who)
    const yearsAgo = (years: number) => new Date(now.getTime() - years * 365 * 24 * 3_600_000).toISOString()
    expect(await codeOf(`statements.pdf?from=${yearsAgo(2.5)}`, again)).toBe('statement_period_is_too_long')
    expect(await codeOf(`statements.pdf?from=${yearsAgo(20)}`, again)).toBe('statement_period_is_too_long')
    const [page] = await pages('statements.pdf', again)
    expect(page).toContain('No transactions in this period.')
    expect(after(page!, 'Opening balance', 1)).toEqual([`$${NB}1,00`])
    const [earlier] = await pages(`statements.pdf?from=${yearsAgo(3.5)}&to=${yearsAgo(2)}`, again)
    expect(earlier).toContain('Deposit')
    member = await app.signedIn(member)
  })

  test('needs a valid period, and is in the site’s time zone where the browser does not know its own', async () => {
    for (const query of ['from=yesterday', `time_zone=${'x'.repeat(65)}`, 'to=2026-02-30T00:00:00Z'])
      expect(await codeOf(`statements.pdf?${query}`)).toBe('field_is_invalid')
    const own = await pages('statements.pdf')
    for (const zone of ['Etc/Unknown', 'Mars/Olympus'])
      expect(await pages(`statements.pdf?time_zone=${zone}`)).toEqual(own)
  })

  test('is open to members under a conduct lock', async () => {
    const who = await payable(app, 'locked conduct', 700n)
    await app.database.transaction((tx) =>
      lockMember(tx, { member_id: who._id, kind: 'conduct', reason: 'it seemed so to us', ...ACTOR }),
    )
    const [page] = await pages('statements.pdf', await app.signedIn(who))
    expect(after(page!, 'Closing balance', 1)).toEqual([`$${NB}7,00`])
  })
})

describe('a receipt', () => {
  test('of a deposit shows what was received, or why it was refused; only to its member', async () => {
    const made = await app.database.transaction((tx) =>
      createDeposit(tx, { member_id: member._id, amount_minor: 1234n, method: 'bank_transfer' }),
    )
    const path = `deposit/${made.id}/receipt.pdf`
    expect((await pages(path))[0]).toEqual(
      expect.arrayContaining(['Deposit receipt', `$${NB}12,34`, 'awaiting payment', made.reference]),
    )
    await app.database.transaction((tx) =>
      refuseDeposit(tx, { deposit_id: made.id, reason: 'It came from another name.', ...ACTOR }),
    )
    expect((await pages(path))[0]).toEqual(expect.arrayContaining(['refused', 'It came from another name.']))
    const other = await app.member('somebody else')
    expect(await codeOf(path, other)).toBe('deposit_is_unknown')
    expect(await codeOf('deposit/019a0000-0000-7000-8000-000000000001/receipt.pdf')).toBe(
      'deposit_is_unknown',
    )
  })

  test('of a withdrawal masks the account; only for its member', async () => {
    const who = await payable(app, 'Payee', 10_000n)
    const { _id, reference } = answered(await withdraw(app, who, '40.00')).withdrawal
    const [page] = await pages(`withdraw/${_id}/receipt.pdf`, who)
    expect(page).toEqual(
      expect.arrayContaining(['Withdrawal receipt', `$${NB}40,00`, reference, 'NGUYEN THU HA']),
    )
    expect(page!.join(' ')).not.toContain('0011004231899')
    expect(page!.join(' ')).toContain('1899')
    expect(await codeOf(`withdraw/${_id}/receipt.pdf`)).toBe('withdrawal_is_unknown')
  })

  test('of an award shows its calculation; an order that was not claimed has none', async () => {
    await placeCampaign(app, await app.member('the placer'), { brand: 'Nhà Gốm' })
    const order = await carry(app, member)
    const path = `awards/${order._id}/receipt.pdf`
    expect(await codeOf(path)).toBe('order_is_unknown')
    const { award } = answered(await claim(app, member, order._id))
    const [page] = await pages(path)
    expect(page).toEqual(
      expect.arrayContaining(['Award receipt', `$${NB}${award.replace('.', ',')}`, 'Nhà Gốm', order._id]),
    )
    expect(await codeOf(path, await app.member('envious'))).toBe('order_is_unknown')
  })
})

describe('user-supplied text', () => {
  const HOSTILE = [
    ['right to left', 'שלום \u202eevil\u202c עולם'],
    ['emoji', '👩‍👩‍👧‍👦 🎉 ❤️ 👍🏽'],
    ['control characters', 'a\u0000b\u0007c\u001b[31m\u009f\r\n\td\ufeff'],
    ['a lone surrogate', '\ud83d and \udc00'],
    ['200 letters without a space', 'W'.repeat(200)],
    ['1000 letters with spaces', 'lorem ipsum '.repeat(83)],
    ['PDF syntax', ') Tj ET endstream endobj << /JS (app.alert(1)) >> \\( \\) <0041>'],
    ['many combining marks on one letter', `Z${'\u0300'.repeat(150)}algo`],
    ['a decomposed name', 'Nguye\u0302\u0303n Thi\u0323'],
  ] as const
  const sheetWith = (text: string): Sheet => ({
    locale: 'vn',
    site: text,
    title: text,
    watermark: text,
    details: [
      { label: text, text },
      { label: text, text, main: true },
    ],
    summary: { columns: [text, text, text], rows: [{ label: text, figures: ['1', '2', '3'], strong: true }] },
    list: {
      date: text,
      title: text,
      amount: text,
      balance: text,
      rows: [{ date: '21-11-2026', title: text, detail: text, amount: '− $ 1,00', balance: '$ 2,00' }],
      empty: text,
    },
    notes: [text],
    notShown: 'Some letters are not shown.',
  })

  test.each(HOSTILE)('%s: the figures are right, and nothing of it is executed', async (_name, text) => {
    const drawn = await drawPdf(sheetWith(text), app.clock.now())
    const texts = pdfPages(drawn).flat()
    expect(texts).toEqual(expect.arrayContaining(['21-11-2026', '− $ 1,00', '$ 2,00']))
    expect(texts.join('')).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u)
    expect(drawn.includes('/JS (')).toBe(false)
  })

  test('a text in several scripts is drawn completely, with as many fonts as necessary', async () => {
    const drawn = await drawPdf(sheetWith('Nhà Gốm 残高 한국 简体 Београд čćž'), app.clock.now())
    const texts = pdfPages(drawn).flat()
    expect(texts.join('')).not.toContain('\ufffd')
    for (const word of ['Nhà Gốm', '残高', '한국', 'Београд']) expect(texts.join(' ')).toContain(word)
  })

  test('letters without a glyph are left out, and the document says so', async () => {
    const texts = pdfPages(await drawPdf(sheetWith('Ana שלום'), app.clock.now())).flat()
    expect(texts).toContain('Ana …')
    expect(texts).toContain('Some letters are not shown.')
    expect(texts.join('')).not.toContain('\ufffd')
    expect(pdfPages(await drawPdf(sheetWith('Ana'), app.clock.now())).flat()).not.toContain(
      'Some letters are not shown.',
    )
  })

  test.each(['สมชาย ใจดี', 'محمد علي', 'דוד כהן'])(
    'a member called %s has the member number in the name’s place',
    async (username) => {
      const who = await payable(app, username, 500n)
      const texts = (await pages('statements.pdf', who)).flat()
      expect(texts.join('')).not.toContain('\ufffd')
      expect(texts.join(' ')).toContain(who._id)
      expect(texts.join(' ')).toContain(documentTexts.en.notes.not_shown)
    },
  )

  test('a long text is wrapped within its width, and no line starts with a closing character', async () => {
    const text = '広告報酬（第一弾キャンペーン）、期末残高。'.repeat(12)
    const drawn = pdfPages(await drawPdf({ ...sheetWith('x'), locale: 'jp', notes: [text] }, app.clock.now()))
    const lines = drawn.flat().filter((each) => text.includes(each) && each.length > 20)
    expect(lines.join('')).toBe(text)
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line).not.toMatch(/^[、。）ーャュョ]/)
  })

  test('a decomposed name is drawn composed', async () => {
    const drawn = await drawPdf(sheetWith('Nguye\u0302\u0303n Thi\u0323'), app.clock.now())
    expect(pdfPages(drawn).flat()).toContain('Nguyễn Thị')
  })

  test('the same content and time give the same bytes', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => drawPdf(sheetWith('Sao kê'), new Date(0))))
    expect(one!.equals(two!)).toBe(true)
  })

  // ASVS V15.2.2
  test('concurrent documents are drawn one after another; beyond the limit they are refused', async () => {
    const requests = await Promise.allSettled(
      Array.from({ length: 40 }, () => drawPdf(sheetWith('Sao kê'), new Date(0))),
    )
    const refused = requests.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []))
    expect(refused).toHaveLength(8)
    expect(refused[0]).toMatchObject({ code: 'service_is_busy' })
  })
})

// ASVS V2.4.1
test('a member’s documents are rate limited', async () => {
  const strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  const { token } = await strict.member('insistent')
  const ask = async (period = '') => {
    const headers = { authorization: `Bearer ${token}` }
    return (await strict.fastify.inject({ url: `/api/statements.pdf${period}`, headers })).statusCode
  }
  const { hits } = fileCalls.documents.statement.limit
  const codes = [await ask()]
  // Refused requests count as well, without rendering anything.
  while (codes.length < hits) codes.push(await ask('?from=nonsense'))
  codes.push(await ask())
  expect(codes).toEqual([200, ...Array.from({ length: hits - 1 }, () => 422), 429])
  await strict.close()
})
