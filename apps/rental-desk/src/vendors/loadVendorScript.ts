/** Adds a vendor's script to the page, as its snippet does. If the script fails to load, the desk continues without it. */
export function loadVendorScript(url: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = url
  document.head.append(script)
}
