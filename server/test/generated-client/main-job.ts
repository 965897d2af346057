// A third-party program with a client generated from /api/openapi.json: registers, signs in, takes an order and claims
// its award. `generated-client.test.ts` copies it beside the generated types, type-checks and runs it.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Order = components['schemas']['Product']

/** The parts of a refusal to show to a user. */
const refusalText = ({ code, message }: components['schemas']['Refusal']): Error =>
  new Error(`${code}: ${message}`)

export async function earnAnAward(
  origin: string,
  person: { username: string; phone: string; password: string },
  code: string,
  showToVisitors: (order: Order) => Promise<void>,
): Promise<{ award: string; balance: string }> {
  const api = createClient<paths>({ baseUrl: `${origin}/api`, headers: { langCode: 'en' } })
  const { password } = person
  const registered = await api.POST('/auth/register', {
    body: { ...person, password_confirmation: password, code, terms: true },
  })
  if (registered.error) throw refusalText(registered.error)

  const signedIn = await api.POST('/auth/login', { body: { username: person.username, password } })
  if (signedIn.error) throw refusalText(signedIn.error)
  const { access_token, user } = signedIn.data.data
  api.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${access_token}`)
    },
  })

  const drawn = await api.POST('/random-product', { body: { user_id: user._id } })
  if (drawn.error) throw refusalText(drawn.error)
  const taken = await api.POST('/orders', { body: { offer_id: drawn.data.data._id } })
  if (taken.error) throw refusalText(taken.error)
  const path = { order_id: taken.data.data._id }
  const started = await api.POST('/orders/{order_id}/start', { params: { path } })
  if (started.error) throw refusalText(started.error)
  await showToVisitors(started.data.data)

  const carried = await api.GET('/orders/{order_id}', { params: { path } })
  if (carried.error) throw refusalText(carried.error)
  if (carried.data.data.status !== 'success') throw new Error(`the order is ${carried.data.data.status}`)
  const claimed = await api.POST('/product-claim-reward', {
    params: { header: { 'Idempotency-Key': `claim-${path.order_id}` } },
    body: { user_id: user._id, order_id: path.order_id },
  })
  if (claimed.error) throw refusalText(claimed.error)
  return { award: claimed.data.data.award, balance: claimed.data.data.account_balance }
}
