/** Event on the window: a call was refused because the terms in force have not been agreed to. */
export const TERMS_DUE = 'terms-due'

/** In the tab: asked and put off; where storage is blocked, for as long as the page. */
const LATER = 'terms_later'
let isPutOff = false

export function wasPutOff(): boolean {
  try {
    return isPutOff || sessionStorage.getItem(LATER) !== null
  } catch {
    return isPutOff
  }
}

export function rememberPutOff(putOff: boolean): void {
  isPutOff = putOff
  try {
    if (putOff) sessionStorage.setItem(LATER, 'true')
    else sessionStorage.removeItem(LATER)
  } catch {
    // Kept in memory for this page only.
  }
}

/** Asks now, or as soon as the dialog's code is here. */
export function askForTerms(): void {
  rememberPutOff(false)
  dispatchEvent(new Event(TERMS_DUE))
}
