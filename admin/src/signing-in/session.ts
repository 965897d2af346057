// The framework's auth provider. The session is a cookie; here is only whose it is and their role.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import type { AuthProvider } from 'react-admin'
import { isOffered } from '../screens.tsx'
import { keepFiltersOf } from '../store.ts'
import { call, type DataOf, type CallInput } from '../api.ts'

type Operator = DataOf<'GET backoffice/auth/me'>
type CredentialInput = NonNullable<CallInput<'POST backoffice/auth/login'>['body']>

/** The one 401 that ends it; any other, such as a wrong password, is an answer like every refusal. */
export const SESSION_OVER = 'staff_session_has_ended'

let operator: Operator | undefined

/** Who is signed in; refused when nobody is. */
async function me(): Promise<Operator> {
  operator ??= await call('GET backoffice/auth/me')
  keepFiltersOf(operator._id)
  return operator
}

export const authProvider: AuthProvider = {
  async login(proofs: CredentialInput) {
    operator = await call('POST backoffice/auth/login', { body: proofs })
  },
  async logout() {
    const was = operator
    operator = undefined
    // A session that is over needs no ending.
    if (was !== undefined) await call('POST backoffice/auth/logout').catch(() => undefined)
  },
  async checkAuth() {
    try {
      await me()
    } catch (failure) {
      // Anyone who comes for the first time has not lost a session.
      throw Object.assign(new Error('nobody is signed in'), { message: false, cause: failure })
    }
  },
  async checkError(error: unknown) {
    if (!(error instanceof ApiFailure) || error.code !== SESSION_OVER) return
    operator = undefined
    throw error
  },
  async getIdentity() {
    const { _id, username, role } = await me()
    return { id: _id, fullName: username, role }
  },
  async getPermissions(): Promise<StaffRole> {
    return (await me()).role
  },
  async canAccess({ resource, action }: { resource: string; action: string }) {
    return isOffered((await me()).role, resource, action)
  },
}
