// Narrows the list of event types while one types. Without it, the form asks the server, which finds the same.
const input = document.querySelector('#q');
const found = document.querySelector('#found');
const items = [...document.querySelectorAll('.types > li')].map((item) => ({
  item,
  told: `${item.textContent} ${item.dataset.fields}`.toLowerCase(),
}));

function narrow() {
  const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { item, told } of items) {
    item.hidden = !terms.every((term) => told.includes(term));
    if (!item.hidden) count += 1;
  }
  for (const section of document.querySelectorAll('.domain')) {
    section.hidden = section.querySelector('.types > li:not([hidden])') === null;
  }
  document.querySelector('#shapes').hidden = terms.length > 0;
  found.textContent = terms.length === 0 ? '' : `${count} found`;
  const address = new URL(location.href);
  if (terms.length === 0) address.searchParams.delete('q');
  else address.searchParams.set('q', input.value);
  history.replaceState(null, '', address);
}

// A page that is the answer to a search has only what was found: it searches anew by its form.
if (input && new URL(location.href).searchParams.get('q') === null) {
  input.addEventListener('input', narrow);
  input.form.addEventListener('submit', (event) => event.preventDefault());
}
