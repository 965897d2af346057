import ra from 'ra-language-english'
import { inLanguage } from './language.ts'
import { texts } from './texts.ts'

const { auth, navigation, notification, message, page } = ra.ra
export default {
  ...inLanguage(texts, 0),
  ra: {
    ...ra.ra,
    auth: { ...auth, logout: 'Sign out' },
    page: { ...page, not_found: 'Page not found', access_denied: 'Not for your role' },
    message: {
      ...message,
      access_denied: 'Your role does not see this page.',
      auth_error: 'Your session could not be checked. Reload the page.',
      authentication_error: 'Your session could not be checked. Reload the page.',
      error: 'This page could not be shown. Reload it; what you typed is kept.',
      invalid_form: 'Please look at the marked fields.',
      not_found: 'This address leads nowhere. The menu leads to everything.',
    },
    notification: {
      ...notification,
      item_doesnt_exist: 'This no longer exists, or never did.',
      http_error: 'The server did not answer. Try again.',
      data_provider_error: 'The answer could not be read. Reload the page.',
      logged_out: 'Your session has ended. What you typed is kept in this tab; sign in again.',
      not_authorized: 'Your role does not see this.',
      offline: 'There is no connection. It is tried again by itself.',
    },
    navigation: {
      ...navigation,
      no_results: 'Nothing here yet.',
      no_filtered_results: 'Nothing matches these filters.',
    },
  },
}
