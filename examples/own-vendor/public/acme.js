// Stands for the script of a vendor that Telltale does not know. It shows what it is told, and loads late.
setTimeout(() => {
  const calls = document.querySelector('#calls')
  const show = (...parts) => {
    const item = document.createElement('li')
    item.textContent = parts.join(' ')
    calls.append(item)
  }
  window.acme = {
    setUser: (id) => show('setUser', id),
    event: (name, data) => show('event', name, JSON.stringify(data)),
    clear: () => show('clear'),
  }
}, 500)
