import { openSession } from '@fairturn/ui/session.ts'

export const session = openSession(
  () => sessionStorage,
  () => localStorage,
)
