// The member's choice of light, dark or system theme, stored on the device. Never throws: storage may be full, blocked
// or absent, and the page still has to paint.

export type Theme = 'light' | 'dark' | 'system'

const STORAGE_KEY = 'theme'

/** The paper colour of each theme, as in tokens.css (a test compares them), for the browser's own bar. */
export const PAPER = { light: '#f5f4ef', dark: '#0e1014' } as const

/**
 * Runs inline in <head>, before the first paint and after the two theme-color metas of index.html. A string, so that
 * the server can hash it for the content security policy.
 */
export const themeSnippet =
  `(function(d,t){try{t=localStorage.getItem('${STORAGE_KEY}')}catch(e){}` +
  `if(t!=='light'&&t!=='dark')return;d.documentElement.dataset.theme=t;` +
  `d.querySelectorAll('meta[name=theme-color]').forEach(function(m){` +
  `m.content=t==='dark'?'${PAPER.dark}':'${PAPER.light}'})})(document)`

/** The choice stored on this device; `system` if there is none or it cannot be read. */
export function currentTheme(): Theme {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme at once and stores it if possible. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Not stored: the choice then applies to this page only.
  }
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const dark = theme === 'system' ? meta.media.includes('dark') : theme === 'dark'
    meta.content = dark ? PAPER.dark : PAPER.light
  }
}
