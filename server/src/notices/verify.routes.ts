import { verifyCalls } from '@fairturn/contract/verify'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { verifyMessage } from './message-codes.ts'

export function verifyRoutes(routes: Routes): void {
  const { database, config } = routes.app
  bind(routes, verifyCalls.message, async ({ body, viewer }) => ({
    data: await verifyMessage(database, config.secrets, {
      pasted: body.code,
      member_id: viewer?.member_id,
    }),
  }))
}
