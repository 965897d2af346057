import type { Locale } from '@fairturn/contract/locales'
import { call, queries } from './client.ts'
import { toastFailure } from './failure-text.ts'
import { switchLocale } from './locale.ts'
import { session } from './session.ts'

/** Switches the screen's language, and the member's. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  try {
    await switchLocale(locale)
  } catch (error) {
    toastFailure(error)
    return
  }
  // Responses are in the language of their request, so refetch all.
  void queries.invalidateQueries()
  const user = session.user()
  if (session.accessToken() === null || user === null) return
  // Stored at the server, so that messages to the member are in this language too; the screen does not depend
  // on it.
  await call('POST viewer', { body: { user_id: user._id, locale } }).then(
    ({ data }) => session.replaceUser(data),
    toastFailure,
  )
}
