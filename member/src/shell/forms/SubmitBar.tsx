import type { ReactNode } from 'react'

/** The form's button above the navigation, however long the form is; at its end where it would cover much of the screen. */
export const SubmitBar = ({ children }: { children: ReactNode }) => (
  <div
    data-bar="actions"
    className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-gutter bg-paper large-text:static low-screen:static px-gutter pt-2 pb-6"
  >
    {children}
  </div>
)
