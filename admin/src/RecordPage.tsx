// The page of one record: above it the way back to its list, and what else the page brings.
import type { ReactElement, ReactNode } from 'react'
import { ListButton, Show, TopToolbar } from 'react-admin'

interface Props {
  title?: ReactElement
  /** Stands before the way back. */
  tools?: ReactNode
  children: ReactNode
}

export const RecordPage = ({ title, tools, children }: Props) => (
  <Show
    component="div"
    {...(title && { title })}
    actions={
      <TopToolbar>
        {tools}
        <ListButton />
      </TopToolbar>
    }
  >
    {children}
  </Show>
)
