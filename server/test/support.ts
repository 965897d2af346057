// Conversations for tests, through the calls.
import { randomUUID } from 'node:crypto'
import { type SubjectKind, supportCalls as calls, type Thread } from '@fairturn/contract/support'
import type { TestApp, TestMember } from './app.ts'
import { answered } from './carrying.ts'

interface Asked {
  readonly message?: string
  readonly subject?: { kind: SubjectKind; _id: string }
  readonly complaint?: boolean
  readonly key?: string
}

export const ask = (
  app: TestApp,
  { token }: Pick<TestMember, 'token'>,
  { key = randomUUID(), message = 'When does it arrive?', ...asked }: Asked = {},
) => app.call(calls.create, { token, key, body: { ...asked, message } })

/** A conversation about nothing in particular, unless `asked` says more. */
export const conversationOf = async (app: TestApp, member: TestMember, asked: Asked = {}): Promise<Thread> =>
  answered(await ask(app, member, asked))

export const write = (
  app: TestApp,
  { token }: Pick<TestMember, 'token'>,
  conversation_id: string,
  message: string,
  key: string = randomUUID(),
) => app.call(calls.write, { token, key, params: { conversation_id }, body: { message } })

export const read = async (
  app: TestApp,
  { token }: Pick<TestMember, 'token'>,
  conversation_id: string,
): Promise<Thread> => answered(await app.call(calls.detail, { token, params: { conversation_id } }))
