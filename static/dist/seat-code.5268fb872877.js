const e = document.getElementById(`code`),
  t = decodeURIComponent(location.hash.slice(1));
t && !e.value && ((e.value = t), history.replaceState(null, ``, location.pathname));
