/** A campaign's picture is cropped to this aspect ratio and stored at this size in pixels. */
export const CREATIVE = { width: 1200, height: 630 } as const
