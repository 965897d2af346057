import { phoneCodeCalls } from '@fairturn/contract/phone-codes'
import type { App, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { MembersHooks } from './members.hooks.ts'
import { getMember, userOf } from './members.ts'
import { type CodeContext, confirmCode, sendCode } from './phone-codes.ts'
import type { PhoneCodes } from './phone-sender.ts'

export function phoneCodeRoutes(routes: Routes, hooks: MembersHooks, sender: PhoneCodes | undefined): void {
  const { database, config } = routes.app

  bind(routes, phoneCodeCalls.send, async (call) => {
    const { member_id } = call.viewer
    const member = await call.transaction((tx) => getMember(tx, member_id))
    if (sender === undefined) throw refuse('phone_codes_are_not_available')
    if (member.phone_confirmed_at !== null) throw refuse('phone_is_already_confirmed')
    const { address, locale } = call
    const input = { member_id, phone: member.phone, is_change: false, address, locale }
    return {
      data: await sendCode(codeContext(routes.app, hooks, sender), input),
      message: 'phone_code_was_sent',
    }
  })

  bind(routes, phoneCodeCalls.confirm, async (call) => {
    const { member_id } = call.viewer
    const { secrets } = config
    const tried = { member_id, code: call.body.code }
    const done = await confirmCode({ database, secrets }, call.transaction, tried)
    return { data: await userOf(database, member_id), message: `phone_${done}_successfully` as const }
  })
}

export const codeContext = (
  { database, config }: App,
  { siteTitle }: MembersHooks,
  sender: PhoneCodes,
): CodeContext => ({ database, secrets: config.secrets, sender, siteTitle })
