// The toolbar of every list: its filters, its export, and its own actions.
import type { ReactNode } from 'react'
import { FilterButton, TopToolbar } from 'react-admin'
import { SaveAsCsv } from './SaveAsCsv.tsx'

export const ListTools = ({ csv, children }: { csv: string; children?: ReactNode }) => (
  <TopToolbar>
    <FilterButton />
    <SaveAsCsv path={csv} />
    {children}
  </TopToolbar>
)
