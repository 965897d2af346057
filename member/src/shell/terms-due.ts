/** Event on the window: a call was refused because the terms in force have not been agreed to. */
export const TERMS_DUE = 'terms-due'
