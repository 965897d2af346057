/** Event on the window: a call was refused because the terms in force have not been agreed to. */
export const TERMS_DUE = 'terms-due'

/** In the session: asked and put off. */
export const LATER = 'terms_later'

/** Asks now, or as soon as the dialog's code is here. */
export function askForTerms(): void {
  sessionStorage.removeItem(LATER)
  dispatchEvent(new Event(TERMS_DUE))
}
