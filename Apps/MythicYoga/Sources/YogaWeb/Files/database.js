// The device's storage: key-value pairs in IndexedDB. Each change is one transaction, so that tabs
// and the service worker do not overwrite each other's changes. Tests:
// Tests/Scripts/database.test.mjs.

const open = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("yoga", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("values");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

let connection = null;
const database = async () => {
  connection = connection || open();
  try {
    return await connection;
  } catch (error) {
    // The next use tries again.
    connection = null;
    throw error;
  }
};

export const read = async (key) => {
  const store = (await database()).transaction("values").objectStore("values");
  return new Promise((resolve, reject) => {
    const reading = store.get(key);
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => reject(reading.error);
  });
};

/** Replaces a value with a function's result, in one transaction. */
export const update = async (key, make) => {
  const transaction = (await database()).transaction("values", "readwrite");
  const store = transaction.objectStore("values");
  return new Promise((resolve, reject) => {
    let result;
    const reading = store.get(key);
    reading.onsuccess = () => {
      result = make(reading.result);
      store.put(result, key);
    };
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
};
