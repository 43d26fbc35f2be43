// Makes pages live, times local and tables into charts. All that pages say, they say without it.

const byId = (id) => document.getElementById(id);

// Times: in UTC as they came, or in the zone of whoever looks.

const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
const zoneName = () =>
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'local';
const isLocal = () => localStorage.getItem('zone') === 'local';

function showTimes(within) {
  for (const time of within.querySelectorAll('time[datetime]')) {
    const iso = time.dateTime;
    time.title = iso;
    time.textContent = isLocal() ? local.format(new Date(iso)) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  }
}

/** The time of day, in the zone that times are shown in. */
function clock(at) {
  const date = new Date(at);
  return isLocal() ? local.format(date).slice(11) : `${date.toISOString().slice(11, 19)} UTC`;
}

const zone = byId('zone');
function showZone() {
  zone.textContent = isLocal() ? `Times: ${zoneName()}` : 'Times: UTC';
  zone.disabled = false;
  showTimes(document);
}
zone.addEventListener('click', () => {
  localStorage.setItem('zone', isLocal() ? 'utc' : 'local');
  showZone();
  drawCharts(document);
});
showZone();

// Charts: drawn from the table beside them, newest row first.

const charts = new Map();
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

// A custom property holds light-dark() as it was written; a property that takes a colour resolves it.
function resolved(name) {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color || colour(name);
}

function drawCharts(within) {
  if (!globalThis.uPlot) return;
  for (const figure of within.querySelectorAll('[data-chart-of]')) drawChart(figure);
}

function drawChart(figure) {
  const table = byId(figure.dataset.chartOf);
  if (!table) return;
  const names = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent);
  const rows = [...table.tBodies[0].rows].reverse();
  const minutes = rows.map((row) => [
    Date.parse(row.querySelector('time').dateTime) / 1000,
    ...names.map((_name, index) => Number(row.cells[index + 1].dataset.value)),
  ]);
  const columns = withQuietMinutes(minutes).reduce(
    (all, minute) => all.map((column, index) => [...column, minute[index]]),
    ['', ...names].map(() => []),
  );
  const [first, last] = [columns[0][0], columns[0].at(-1)];
  charts.get(figure.dataset.chartOf)?.destroy();
  figure.hidden = false;
  const axis = {
    stroke: resolved('--quiet'),
    grid: { stroke: resolved('--line'), width: 1 },
    ticks: { stroke: resolved('--line'), width: 1 },
  };
  const tones = ['--busy', '--good', '--bad', '--over'];
  const line = uPlot.paths.linear();
  const chart = new uPlot(
    {
      width: figure.clientWidth - 18,
      height: 238,
      tzDate: (seconds) =>
        isLocal() ? new Date(seconds * 1000) : uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: {
        x: { range: () => [Math.min(first - 60, last - 540), last + 60] },
        y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] },
      },
      legend: { live: false },
      axes: [
        { ...axis, values: (_chart, ticks) => ticks.map((tick, index) => tickOf(tick, ticks[index - 1])) },
        { ...axis, size: 60, values: (_, ticks) => ticks.map((tick) => tick.toLocaleString('en-GB')) },
      ],
      series: [
        {},
        ...names.map((label, index) => ({
          label,
          stroke: resolved(tones[index]),
          width: 2,
          paths: line,
          points: { show: true, size: 5 },
        })),
      ],
    },
    columns,
    figure,
  );
  charts.set(figure.dataset.chartOf, chart);
}

/** Minutes in which nothing happened are not in the table: a line across them would say that something did. */
function withQuietMinutes(minutes) {
  return minutes.flatMap((minute, index) => {
    const next = minutes[index + 1];
    if (!next || next[0] - minute[0] <= 60) return [minute];
    const quiet = (at) => [at, ...minute.slice(1).map(() => 0)];
    return [minute, quiet(minute[0] + 60), ...(next[0] - minute[0] > 120 ? [quiet(next[0] - 60)] : [])];
  });
}

/** The time of day, and the day where it is another than that of the tick before. */
function tickOf(seconds, before) {
  const text = (at) => (isLocal() ? local.format(new Date(at * 1000)) : new Date(at * 1000).toISOString());
  const [day, time] = [text(seconds).slice(0, 10), text(seconds).slice(11, 16)];
  return before !== undefined && text(before).startsWith(day) ? time : `${time}\n${day}`;
}

addEventListener('resize', () => drawCharts(document));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawCharts(document));
drawCharts(document);

// Live: the server sends parts of the page anew, and how far behind they are.

const source = document.body.dataset.live;
if (source) goLive(source);

function goLive(address) {
  const pill = byId('live');
  const words = byId('live-state');
  const pause = byId('live-pause');
  const banner = byId('banner');
  // The server speaks every five seconds.
  const STALE_MS = 15_000;
  let stream;
  let last = '';
  let heardAt = Date.now();
  let paused = false;
  let over = false;

  const say = (state, text) => {
    if (pill.dataset.state !== state) {
      pill.dataset.state = state;
      words.textContent = text;
    }
  };
  const warn = (text) => {
    banner.hidden = !text;
    if (banner.textContent !== text) banner.textContent = text;
  };
  const heard = () => {
    heardAt = Date.now();
    say('live', 'Live');
  };

  function open() {
    close();
    // A browser resumes by itself where the connection broke; after a pause we say where we were.
    stream = new EventSource(last ? `${address}${address.includes('?') ? '&' : '?'}after=${last}` : address);
    stream.addEventListener('parts', (event) => {
      last = event.lastEventId;
      heard();
      for (const [id, markup] of Object.entries(JSON.parse(event.data))) replace(id, markup);
    });
    stream.addEventListener('beat', (event) => {
      heard();
      warn(JSON.parse(event.data).warning);
    });
    stream.addEventListener('over', () => end('You are signed out. Reload the page to sign in again.'));
    stream.addEventListener('error', () => {
      if (stream?.readyState === EventSource.CLOSED) {
        stream = undefined;
        setTimeout(() => !paused && !over && !document.hidden && open(), 3_000);
      }
    });
  }
  function close() {
    stream?.close();
    stream = undefined;
  }
  function end(text) {
    over = true;
    close();
    say('stale', 'Ended');
    pause.disabled = true;
    warn(text);
  }

  pause.addEventListener('click', () => {
    paused = !paused;
    pause.setAttribute('aria-pressed', String(paused));
    pause.textContent = paused ? 'Resume' : 'Pause';
    if (paused) {
      close();
      say('paused', 'Paused');
      warn(`Paused. These figures are of ${clock(Date.now())}.`);
    } else {
      warn('');
      heardAt = Date.now();
      say('connecting', 'Connecting');
      open();
    }
  });
  // Browsers allow few connections to a server: a page that nobody looks at needs none.
  document.addEventListener('visibilitychange', () => {
    if (paused || over) return;
    if (document.hidden) close();
    else {
      heardAt = Date.now();
      open();
    }
  });
  setInterval(() => {
    const silence = Date.now() - heardAt;
    if (paused || over || document.hidden || silence < STALE_MS) return;
    say('stale', 'Stale');
    warn(
      `No word from the service for ${Math.round(silence / 1000)} s. These figures are of ${clock(heardAt)}.`,
    );
  }, 1_000);
  pill.hidden = false;
  open();
}

function replace(id, markup) {
  const old = document.querySelector(`[data-part="${CSS.escape(id)}"]`);
  if (!old) return;
  const template = document.createElement('template');
  template.innerHTML = markup;
  const fresh = template.content.firstElementChild;
  showTimes(fresh);
  // Whoever reads a table by keyboard or scrolled in it stays where they are.
  const focused = old.contains(document.activeElement) ? positionOf(document.activeElement, old) : -1;
  const tops = [...old.querySelectorAll('.scroll')].map(({ scrollTop }) => scrollTop);
  old.replaceWith(fresh);
  for (const [index, box] of [...fresh.querySelectorAll('.scroll')].entries())
    box.scrollTop = tops[index] ?? 0;
  if (focused >= 0) focusable(fresh)[focused]?.focus({ preventScroll: true });
  drawCharts(fresh);
}

const focusable = (within) => [...within.querySelectorAll('a, button, [tabindex]')];
const positionOf = (element, within) => focusable(within).indexOf(element);
