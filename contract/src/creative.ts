/** A campaign's picture is cut to this ratio and kept at this size. */
export const CREATIVE = { width: 1200, height: 630 } as const
