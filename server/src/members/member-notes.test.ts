// Notes and tags of operators: behind a look with a reason, written once, in the member's data export and nowhere in the app,
// and gone with the account.
import {
  adminMemberCalls as calls,
  adminMemberNoteCalls as notes,
  MAX_TAGS,
} from '@fairturn/contract/backoffice/members'
import { newId } from '@fairturn/contract/ids'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { personalDataDocument } from '../privacy/data-export.ts'

let app: TestApp
let member: TestMember
let support: TestOperator
let made = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member(`Noted ${++made}`)
  support = await staff(app, 'support')
})

const at = (as = support) => ({ as, params: { member_id: member._id } })
const look = async (as = support) =>
  answered(await app.call(calls.detail, { ...at(as), query: { reason: 'Ticket 17 asks for this' } }))
/** A moment later, because notes of the same instant have no order. */
const post = (body: { text?: string; replaces?: string }, key = `key-of-note-${newId(app.clock.now())}`) => {
  app.clock.advance(1)
  return app.call(notes.writeNote, { ...at(), body, key })
}
const write = (text: string, replaces?: string) => post({ text, ...(replaces && { replaces }) })
const end = (replaces: string) => post({ replaces })
const read = (as = support, query: { cursor?: string } = {}) => app.call(notes.notes, { ...at(as), query })
const setTag = (tag: string, is_on: boolean) => {
  app.clock.advance(1)
  return app.call(notes.setTag, { ...at(), body: { tag, is_on } })
}
const addTag = (tag: string) => setTag(tag, true)
const removeTag = (tag: string) => setTag(tag, false)
const exported = async () => {
  let document = ''
  const { secrets } = app.config
  for await (const text of personalDataDocument(app.database, {
    member_id: member._id,
    locale: 'en',
    secrets,
  }))
    document += text
  return (JSON.parse(document) as { data: Record<string, Record<string, unknown>[]> }).data
}

test('a note that is sent again because its answer was lost is written once', async () => {
  await look()
  const sent = await post({ text: 'Called about a card.' }, 'key-of-a-lost-answer')
  expect(await post({ text: 'Called about a card.' }, 'key-of-a-lost-answer')).toMatchObject({
    status: 200,
    data: answered(sent),
  })
  expect(answered(await read()).list.map(({ text }) => text)).toEqual(['Called about a card.'])
  expect(await app.call(notes.writeNote, { ...at(), body: { text: 'Without a key.' } })).toMatchObject({
    code: 'idempotency_key_is_required',
  })
})

test('notes are read and written only within an hour of opening the member', async () => {
  const refused = async () =>
    (
      await Promise.all([read(), write('Early.'), end(newId(app.clock.now())), addTag('a'), removeTag('a')])
    ).map(({ code }) => code)
  const all = Array.from({ length: 5 }, () => 'look_at_the_member_first')
  expect(await refused()).toEqual(all)
  await look()
  expect(answered(await read())).toEqual({ list: [], cursor: null, tags: [] })
  // Still signed in, but it is more than an hour ago.
  for (let i = 0; i < 3; i++) {
    app.clock.advance(21 * 60_000)
    await read()
  }
  expect(await refused()).toEqual(all)
})

test('a note has its author and time, is corrected by another one once, and ended once; all texts stay', async () => {
  await look()
  const first = answered(await write('  Calls from a shared phone.\nSpeaks English. '))
  expect(answered(await read()).list).toMatchObject([
    {
      _id: first._id,
      text: 'Calls from a shared phone.\nSpeaks English.',
      at: app.clock.now().toISOString(),
      by: { username: support.username },
      replaces: null,
      ended: null,
    },
  ])
  const second = answered(await write('Calls from her own phone.', first._id))
  expect((await write('Calls from no phone.', first._id)).code).toBe('note_was_replaced')
  expect((await end(first._id)).code).toBe('note_was_replaced')
  answered(await end(second._id))
  expect((await end(second._id)).code).toBe('note_was_replaced')
  const { list } = answered(await read())
  expect(list.map(({ text, replaces, ended }) => [text, replaces, ended?.corrected])).toEqual([
    ['Calls from her own phone.', first._id, false],
    ['Calls from a shared phone.\nSpeaks English.', null, true],
  ])
  expect(list[0]!.ended).toMatchObject({ by: { username: support.username } })
})

test('of ten who correct one note at once, one does', async () => {
  await look()
  const { _id } = answered(await write('To be corrected.'))
  const pressed = await Promise.all(Array.from({ length: 10 }, (_, i) => write(`Version ${i}.`, _id)))
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(pressed.flatMap(({ code }) => code ?? []))).toEqual(new Set(['note_was_replaced']))
})

test('another member’s note, one that does not exist and one without a text are refused', async () => {
  await look()
  const { _id } = answered(await write('Of the first.'))
  answered(await end(_id))
  const [ending] = await app.database.asSchemaOwner<{ id: string }>(
    'select id from member_note where replaces = $1',
    [_id],
  )
  expect((await write('Something.', ending!.id)).code).toBe('note_is_unknown')
  member = await app.member(`Noted other ${made}`)
  await look()
  expect((await write('Something.', _id)).code).toBe('note_is_unknown')
  expect((await end(newId(app.clock.now()))).code).toBe('note_is_unknown')
  expect((await write(' ')).code).toBe('field_is_required')
  expect((await post({})).code).toBe('note_is_unknown')
  expect((await write('x'.repeat(2001))).code).toBe('field_is_too_long')
  answered(await write('x'.repeat(2000)))
})

test('notes continue by cursor, newest first', async () => {
  await look()
  for (let i = 0; i < 51; i++) answered(await write(`Note ${i}`))
  const page = answered(await read())
  expect([page.list.length, page.list[0]!.text]).toEqual([50, 'Note 50'])
  const rest = answered(await read(support, { cursor: page.cursor! }))
  expect([rest.list.map(({ text }) => text), rest.cursor]).toEqual([['Note 0'], null])
})

test('a tag is one word, put on once and taken off once, at most twelve', async () => {
  await look()
  expect((await addTag('two words')).code).toBe('field_is_invalid')
  expect((await addTag('x'.repeat(25))).code).toBe('field_is_too_long')
  expect(answered(await addTag(' Báo-chí ')).tags).toMatchObject([
    { tag: 'báo-chí', by: { username: support.username } },
  ])
  const pressed = await Promise.all(Array.from({ length: 10 }, () => addTag('báo-chí')))
  for (const one of pressed) expect(answered(one).tags).toHaveLength(1)
  for (let i = 1; i < MAX_TAGS; i++) answered(await addTag(`tag-${i}`))
  expect((await addTag('one-more')).code).toBe('member_has_too_many_tags')
  expect(answered(await read()).tags).toHaveLength(MAX_TAGS)
  expect(answered(await removeTag('báo-chí')).tags).toHaveLength(MAX_TAGS - 1)
  expect(answered(await removeTag('báo-chí')).tags).toHaveLength(MAX_TAGS - 1)
  expect(answered(await addTag('one-more')).tags).toHaveLength(MAX_TAGS)
})

test('each leaves a line in the audit log, without its text and not for the member', async () => {
  await look()
  const { _id } = answered(await write('Secretword in the note.'))
  const corrected = answered(await write('Secretword again.', _id))
  answered(await end(corrected._id))
  answered(await addTag('secretword'))
  answered(await removeTag('secretword'))
  const rows = await app.database.asSchemaOwner<{ action: string; member_id: string | null; whole: string }>(
    `select action, member_id, audit_event::text as whole from audit_event
     where actor = 'operator:' || $1 and action like 'member\\_%' and action <> 'member_looked_at' order by id`,
    [support._id],
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'member_note_corrected',
    'member_note_ended',
    'member_note_written',
    'member_tag_added',
    'member_tag_removed',
  ])
  expect(rows.filter(({ member_id, whole }) => member_id !== null || whole.includes('ecretword'))).toEqual([])
  const shown = answered(await app.call(personalDataCalls.acts, { token: member.token, query: {} })).list
  expect(shown.map(({ action }) => action)).toEqual(['member_looked_at'])
})

test('the data export has every note and tag with its times, without the operator', async () => {
  await look()
  const first = answered(await write('First.'))
  answered(await write('Second.', first._id))
  answered(await addTag('press'))
  answered(await removeTag('press'))
  answered(await addTag('vip'))
  const { notes_of_staff: notesOfStaff, tags_of_staff: tagsOfStaff } = await exported()
  expect(notesOfStaff).toMatchObject([{ text: 'Second.', ended_at: null }, { text: 'First.' }])
  expect(notesOfStaff![1]!['ended_at']).not.toBeNull()
  expect(tagsOfStaff!.map(({ tag }) => tag)).toEqual(['vip', 'press'])
  expect(JSON.stringify({ notes_of_staff: notesOfStaff, tags_of_staff: tagsOfStaff })).not.toContain(
    support.username,
  )
})

test('closing the account deletes them, and nothing is written afterwards; an open one’s cannot be deleted', async () => {
  await look()
  answered(await write('To be erased.'))
  answered(await addTag('erased'))
  const counts = async () =>
    (
      await app.database.asSchemaOwner<{ notes: number; tags: number }>(
        `select (select count(*)::int from member_note where member_id = $1) as notes,
           (select count(*)::int from member_tag where member_id = $1) as tags`,
        [member._id],
      )
    )[0]
  await app.database.query({ text: 'select members_erase_notes($1)', values: [member._id] })
  expect(await counts()).toEqual({ notes: 1, tags: 1 })
  await expect(app.database.query({ text: 'delete from member_note' })).rejects.toThrow('permission denied')
  await expect(app.database.query({ text: `update member_note set text = ''` })).rejects.toThrow(
    'permission denied',
  )
  const body = { user_id: member._id, password: TEST_PASSWORD }
  answered(await app.call(personalDataCalls.close, { token: member.token, body }))
  expect(await counts()).toEqual({ notes: 0, tags: 0 })
  const refused = [await write('Too late.'), await end(newId(app.clock.now())), await addTag('late')]
  expect([...refused, await removeTag('late')].map(({ code }) => code)).toEqual(
    Array.from({ length: 4 }, () => 'member_account_is_closed'),
  )
})
