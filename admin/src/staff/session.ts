// react-admin's auth provider. The session is a cookie; only the operator's identity and role are held here.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import type { AuthProvider } from 'react-admin'
import { call, type DataOf, type CallInput, SESSION_OVER } from '../shell/api.ts'
import { isOffered, isOnSide, type Screens } from '../shell/screen.ts'
import { deleteDrafts, setFilterOperator } from '../shell/store.ts'

type Operator = DataOf<'GET backoffice/auth/me'>
type CredentialInput = NonNullable<CallInput<'POST backoffice/auth/login'>['body']>

let operator: Operator | undefined
let asking: Promise<Operator> | undefined
/** Why there is known to be nobody, until somebody signs in on this page. */
let nobody: Error | undefined

/** One request, however many parts of a page ask at once who is signed in; none while there is known to be nobody. */
async function ask(): Promise<Operator> {
  if (nobody !== undefined) throw nobody
  asking ??= call('GET backoffice/auth/me').finally(() => (asking = undefined))
  try {
    return await asking
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === SESSION_OVER) nobody = failure
    throw failure
  }
}

/** The signed-in operator; rejects if there is none. */
async function me(): Promise<Operator> {
  operator ??= await ask()
  setFilterOperator(operator._id)
  // Somebody else at this desk does not come back to what another typed.
  deleteDrafts({ except: operator._id })
  return operator
}

export const createAuthProvider = (screens: Screens): AuthProvider => ({
  async login(credentials: CredentialInput) {
    operator = await call('POST backoffice/auth/login', { body: credentials })
    nobody = undefined
  },
  async logout() {
    const was = operator
    operator = undefined
    // A session that is already over needs no sign-out.
    if (was === undefined) return
    deleteDrafts()
    await call('POST backoffice/auth/logout').catch(() => undefined)
  },
  async checkAuth() {
    try {
      await me()
    } catch (failure) {
      // No message for a first visit: no session was lost.
      throw Object.assign(new Error('nobody is signed in'), { message: false, cause: failure })
    }
  },
  async checkError(error: unknown) {
    if (!(error instanceof ApiFailure) || error.code !== SESSION_OVER) return
    operator = undefined
    nobody = error
    throw error
  },
  async getIdentity() {
    const { _id, username, role, side, next_side } = await me()
    return { id: _id, fullName: username, role, side, next_side }
  },
  async getPermissions(): Promise<StaffRole> {
    return (await me()).role
  },
  async canAccess({ resource, action }: { resource: string; action: string }) {
    const { role, side } = await me()
    return isOffered(screens[resource], role, action) && isOnSide(screens[resource], side, action)
  },
})
