export { default } from '@fairturn/ui/gallery/Gallery.tsx'
